import * as z from 'zod/mini'

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
