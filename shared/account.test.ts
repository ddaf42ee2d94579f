import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import {
  actionCodeSchema,
  loginSchema,
  passwordChangeSchema,
  resetPasswordSchema,
  signUpSchema,
  twoFactorConfirmationSchema,
} from './account.ts'
import { invalid } from './text/invalid.ts'

const signUp = {
  firstname: 'Ada',
  lastname: 'Obi',
  email: ' Ada@Example.org ',
  gender: 'Female',
  password: 'correct horse',
  confirmPassword: 'correct horse',
  terms: true,
}

function getMessages(schema: z.ZodMiniType, input: unknown): string[] {
  const result = z.safeParse(schema, input)
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('sign-up (specification §5)', () => {
  it('accepts a complete form and converts the address to lower case', () => {
    expect(z.parse(signUpSchema, signUp)).toMatchObject({ email: 'ada@example.org' })
  })

  it.each([
    [{ firstname: ' ' }, `firstname: ${invalid.firstname}`],
    [{ lastname: '' }, `lastname: ${invalid.lastname}`],
    [{ gender: '' }, `gender: ${invalid.gender}`],
    [{ email: 'ada' }, `email: ${invalid.email}`],
    [{ email: 'a@b.c, d@e.f' }, `email: ${invalid.email}`],
    [{ terms: false }, `terms: ${invalid.termsRefused}`],
    [{ terms: undefined }, `terms: ${invalid.termsMissing}`],
    [{ password: 'short', confirmPassword: 'short12345' }, `password: ${invalid.passwordShort}`],
    [{ confirmPassword: 'short' }, `confirmPassword: ${invalid.confirmPasswordShort}`],
    [{ confirmPassword: 'other words' }, `confirmPassword: ${invalid.passwordMismatch}`],
  ])('%j', (change, message) => {
    expect(getMessages(signUpSchema, { ...signUp, ...change })).toContain(message)
  })
})

describe('login', () => {
  it('reports a missing password before its length', () => {
    const login = { email: 'ada@example.org', password: '' }
    expect(getMessages(loginSchema, login)).toEqual([`password: ${invalid.passwordRequired}`])
  })

  it.each([
    [{ email: 'ada', password: 'long enough' }, `email: ${invalid.email}`],
    [{ email: 'ada@example.org', password: '1234567' }, `password: ${invalid.passwordShort}`],
  ])('%j', (login, message) => expect(getMessages(loginSchema, login)).toEqual([message]))
})

describe('a new password', () => {
  it('has its own message on the reset page', () => {
    expect(
      getMessages(resetPasswordSchema, { newPassword: '1234567', confirmPassword: '12345678' }),
    ).toContain(`newPassword: ${invalid.resetPasswordShort}`)
  })

  it('is long enough with 8 characters, on sign-up, login, reset and change', () => {
    const [password, confirmPassword] = ['12345678', '12345678']
    for (const [schema, others] of [
      [signUpSchema, signUp],
      [loginSchema, { email: 'ada@example.org' }],
      [resetPasswordSchema, { newPassword: password }],
      [passwordChangeSchema, { currentPassword: 'x' }],
    ] as const)
      expect(getMessages(schema, { ...others, password, confirmPassword })).toEqual([])
  })

  it('must match on reset and in settings', () => {
    const words = { confirmPassword: 'other words' }
    const mismatch = `confirmPassword: ${invalid.passwordMismatch}`
    expect(getMessages(resetPasswordSchema, { newPassword: 'some words', ...words })).toEqual([
      mismatch,
    ])
    expect(
      getMessages(passwordChangeSchema, { currentPassword: 'x', password: 'some words', ...words }),
    ).toEqual([mismatch])
  })

  it('needs the current password in settings', () => {
    const change = { currentPassword: '', password: 'some words', confirmPassword: 'some words' }
    expect(getMessages(passwordChangeSchema, change)).toEqual([
      `currentPassword: ${invalid.currentPassword}`,
    ])
  })
})

describe('the generic messages (specification §5)', () => {
  it("are 'Required' for a missing code and 'Invalid input' for an unreadable one", () => {
    expect(getMessages(twoFactorConfirmationSchema, { code: '' })).toEqual(['code: Required'])
    expect(getMessages(actionCodeSchema, { code: 'not a code!' })).toEqual(['code: Invalid input'])
  })
})
