import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { cleanLine } from './text.ts'

export const genders = ['Male', 'Female', 'Other'] as const
export const roles = ['reviewer', 'admin'] as const
export type Role = (typeof roles)[number]

/** One email address, lower-cased and trimmed, at most 254 characters. */
export const emailSchema = (message: string) =>
  z.pipe(
    z.pipe(
      z.string(message),
      z.transform((text) => text.trim().toLowerCase()),
    ),
    z.email(message).check(z.maxLength(254, message)),
  )

const personName = (message: string) =>
  z.pipe(
    z.pipe(z.string(message), z.transform(cleanLine)),
    z.string().check(z.minLength(1, message), z.maxLength(60, invalid.tooLong)),
  )

const newPassword = (short: string) =>
  z.string(short).check(z.minLength(8, short), z.maxLength(128, invalid.passwordLong))

const samePassword = <Input extends { confirmPassword: string }>(
  passwordOf: (input: Input) => string,
) =>
  z.refine<Input>((input) => passwordOf(input) === input.confirmPassword, {
    error: invalid.passwordMismatch,
    path: ['confirmPassword'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

const terms = z
  .boolean(invalid.termsMissing)
  .check(z.refine((accepted) => accepted, invalid.termsRefused))

export const signUpSchema = z
  .object({
    firstname: personName(invalid.firstname),
    lastname: personName(invalid.lastname),
    email: emailSchema(invalid.email),
    gender: z.enum(genders, invalid.gender),
    password: newPassword(invalid.passwordShort),
    confirmPassword: z
      .string(invalid.confirmPasswordShort)
      .check(z.minLength(8, invalid.confirmPasswordShort)),
    terms,
  })
  .check(samePassword((input) => input.password))

const secondFactorCode = z.string().check(z.trim(), z.maxLength(40, invalid.tooLong))

export const loginSchema = z.object({
  email: emailSchema(invalid.email),
  password: z
    .string(invalid.passwordRequired)
    .check(
      z.minLength(1, { error: invalid.passwordRequired, abort: true }),
      z.minLength(8, invalid.passwordShort),
      z.maxLength(128, invalid.passwordLong),
    ),
  /** The second step, for whoever has turned it on: from the app, or a recovery code. */
  code: z.optional(secondFactorCode),
})

export const forgotPasswordSchema = z.object({ email: emailSchema(invalid.email) })

export const resetPasswordSchema = z
  .object({
    newPassword: newPassword(invalid.resetPasswordShort),
    confirmPassword: z
      .string(invalid.resetPasswordShort)
      .check(z.minLength(8, invalid.resetPasswordShort)),
  })
  .check(samePassword((input) => input.newPassword))

/** A code from a mailed link; what it is good for is known to the server alone. */
export const actionCodeSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(512)),
})

/** POST /api/account/reset/apply: the form of /reset-password and the code of its address. */
export const resetApplySchema = z.intersection(resetPasswordSchema, actionCodeSchema)

export const profileSchema = z.object({
  firstname: personName(invalid.firstname),
  lastname: personName(invalid.lastname),
  email: emailSchema(invalid.email),
  /** Asked for only where the address is another one (readings P8). */
  currentPassword: z.optional(z.string().check(z.maxLength(128, invalid.passwordLong))),
})

export const passwordChangeSchema = z
  .object({
    currentPassword: z
      .string(invalid.currentPassword)
      .check(z.minLength(1, invalid.currentPassword)),
    password: newPassword(invalid.passwordShort),
    confirmPassword: z
      .string(invalid.confirmPasswordShort)
      .check(z.minLength(8, invalid.confirmPasswordShort)),
  })
  .check(samePassword((input) => input.password))

/** The signed-in person, as the browser knows them (specification §3: User and the session's userDetails). */
export const accountSchema = z.object({
  _id: z.string(),
  uid: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  gender: z.enum(genders),
  terms: z.boolean(),
  emailVerified: z.boolean(),
  roles: z.array(z.enum(roles)),
  /** Roles that wait for a second factor. */
  dormantRoles: z.optional(z.array(z.enum(roles))),
  createdAt: z.nullable(z.string()),
})
export type Account = z.output<typeof accountSchema>

/** GET /api/session and everything that signs in: who is asking, or null for a visitor. */
export const sessionSchema = z.object({ account: z.nullable(accountSchema) })

/**
 * The uid of the person whose page a request comes from. The server refuses a request in another name than the session's: in the
 * meantime somebody else may have logged in, in another window.
 */
export const shownAccountHeader = 'x-shown-account'

/** GET /api/account/sessions: where a person is logged in. `device` is empty where we could not tell. */
export const sessionListSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      createdAt: z.string(),
      seenAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
})
export type SessionList = z.output<typeof sessionListSchema>

/** GET /api/account/second-factor */
export const secondFactorSchema = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() })
export type SecondFactorState = z.output<typeof secondFactorSchema>

const currentPassword = z
  .string(invalid.currentPassword)
  .check(z.minLength(1, invalid.currentPassword), z.maxLength(128, invalid.passwordLong))

/** POST /api/account/second-factor, and what it answers: the secret for the app, as text and as an address that opens one. */
export const secondFactorBeginSchema = z.object({ currentPassword })
export const secondFactorSecretSchema = z.object({ secret: z.string(), uri: z.string() })

/** POST /api/account/second-factor/confirm and what it answers, shown this once. */
export const secondFactorConfirmSchema = z.object({
  code: secondFactorCode.check(z.minLength(1, invalid.required)),
})
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

/** POST /api/account/second-factor/off */
export const secondFactorOffSchema = z.object({
  currentPassword,
  code: secondFactorCode.check(z.minLength(1, invalid.required)),
})

/** POST /api/account/deletion; the code is for whoever has turned the second step on. */
export const accountDeletionSchema = z.object({
  currentPassword,
  code: z.optional(secondFactorCode),
})
