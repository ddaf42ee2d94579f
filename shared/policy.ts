import * as z from 'zod/mini'

/** The version of each policy and the day on which it takes effect. A change of meaning needs a new version. */
export const policyVersions = {
  terms: { version: '1.2', since: '2026-11-24' },
  privacy: { version: '2.1', since: '2026-11-24' },
  fees: { version: '1.1', since: '2026-11-24' },
  help: { version: '1.2', since: '2026-11-24' },
  refunds: { version: '1.2', since: '2026-11-23' },
} as const

/** GET /api/account/terms */
export const acceptedTermsSchema = z.object({ isAccepted: z.boolean() })

const companyRoles = ['payments', 'accounts', 'content', 'images', 'mail', 'hosting'] as const

const optionalText = z.nullable(z.string())

/** A company that receives personal data. Without a name where the settings do not name it. */
export const recipientSchema = z.object({
  role: z.enum(companyRoles),
  name: optionalText,
  country: optionalText,
})
export type Recipient = z.output<typeof recipientSchema>

/** Who answers for the data (Nigeria Data Protection Act 2023). Live mode requires all of it. */
export const controllerSchema = z.object({
  name: optionalText,
  /** The postal address, line by line. */
  address: z.array(z.string()),
  dpoEmail: optionalText,
  registration: optionalText,
})
export type Controller = z.output<typeof controllerSchema>

/** GET /api/policy-values: what the policies take from settings. */
export const policyValuesSchema = z.object({
  controller: controllerSchema,
  recipients: z.array(recipientSchema),
  /** Where accounts are stored decides who sends links, and how long they work. */
  identity: z.enum(['embedded', 'firebase']),
})
export type PolicyValues = z.output<typeof policyValuesSchema>
