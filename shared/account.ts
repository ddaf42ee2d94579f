import * as z from 'zod/mini'

import { fieldRule } from './field-rule.ts'
import { genders } from './gender.ts'
import { invalid } from './text/invalid.ts'
import { emailSchema, idSchema, oneLine, personName, secretText } from './text.ts'
import { timeSchema } from './time-schema.ts'

export const roles = ['reviewer', 'admin'] as const
export type Role = (typeof roles)[number]

const newPassword = (short: string) => secretText({ min: 8, message: short })

const samePassword = <Input extends { confirmPassword: string }>(
  getPassword: (input: Partial<Input>) => string | undefined,
) =>
  fieldRule<Input>(
    'confirmPassword',
    invalid.passwordMismatch,
    (input) => getPassword(input) === input.confirmPassword,
  )

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
    confirmPassword: newPassword(invalid.confirmPasswordShort),
    terms,
  })
  .check(samePassword((input) => input.password))

export const twoFactorCode = oneLine({ max: 40, message: invalid.required })

export const loginSchema = z.object({
  email: emailSchema(invalid.email),
  password: secretText({
    min: 8,
    message: invalid.passwordShort,
    required: invalid.passwordRequired,
  }),
  /** Code from the authenticator app or recovery code, if two-factor authentication is on. */
  code: z.optional(twoFactorCode),
})

export const forgotPasswordSchema = z.object({ email: emailSchema(invalid.email) })

export const resetPasswordSchema = z
  .object({
    newPassword: newPassword(invalid.resetPasswordShort),
    confirmPassword: newPassword(invalid.resetPasswordShort),
  })
  .check(samePassword((input) => input.newPassword))

/** A code from a mailed link. */
export const actionCodeSchema = z.object({ code: idSchema })

/** POST /api/account/recovery/check: what the link in a warning undoes. `newEmail` gives way to `email`. */
export const recoverySchema = z.object({
  kind: z.enum(['address', 'two-factor']),
  email: z.string(),
  newEmail: z.nullable(z.string()),
})
export type Recovery = z.infer<typeof recoverySchema>

/** POST /api/account/reset/apply: the form of /reset-password and the code in its URL. */
export const resetApplySchema = z.intersection(resetPasswordSchema, actionCodeSchema)

export const profileSchema = z.object({
  firstname: personName(invalid.firstname),
  lastname: personName(invalid.lastname),
  email: emailSchema(invalid.email),
  /** Required for a new address (readings P8). */
  currentPassword: z.optional(secretText({ min: 0, message: invalid.currentPassword })),
})

export const passwordChangeSchema = z
  .object({
    currentPassword: secretText({ message: invalid.currentPassword }),
    password: newPassword(invalid.passwordShort),
    confirmPassword: newPassword(invalid.confirmPasswordShort),
  })
  .check(samePassword((input) => input.password))

/** The signed-in person (specification §3: User and the session's userDetails). */
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
  /** Roles that need two-factor authentication before they can be used. */
  inactiveRoles: z.optional(z.array(z.enum(roles))),
  createdAt: z.nullable(z.string()),
})
export type Account = z.output<typeof accountSchema>

/** GET /api/session, login and sign-up. Null for a visitor. */
export const sessionSchema = z.object({ account: z.nullable(accountSchema) })

/** `device` is empty if unknown. */
export const listedSessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: timeSchema,
  seenAt: timeSchema,
})
/** GET /api/account/sessions */
export const sessionListSchema = z.object({
  sessions: z.array(z.extend(listedSessionSchema, { isThis: z.boolean() })),
})
export type SessionList = z.output<typeof sessionListSchema>

/** GET /api/account/two-factor */
export const twoFactorSchema = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() })
export type TwoFactorState = z.output<typeof twoFactorSchema>

const currentPassword = secretText({ message: invalid.currentPassword })

/** POST /api/account/two-factor and its response: the secret as text and as an otpauth: URI. */
export const twoFactorSetupSchema = z.object({ currentPassword })
export const twoFactorSecretSchema = z.object({ secret: z.string(), uri: z.string() })

/** POST /api/account/two-factor/confirm and its response. The recovery codes are shown once. */
export const twoFactorConfirmationSchema = z.object({
  code: twoFactorCode.check(z.minLength(1, invalid.required)),
})
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

/** POST /api/account/two-factor/off */
export const twoFactorRemovalSchema = z.object({
  currentPassword,
  code: twoFactorCode.check(z.minLength(1, invalid.required)),
})

/** POST /api/account/deletion. The code is required if two-factor authentication is on. */
export const accountDeletionSchema = z.object({ currentPassword, code: z.optional(twoFactorCode) })
