import * as z from 'zod/mini'

/** An account number of a campaign: a transfer to it becomes a donation. */
export const accountNumberSchema = z.object({
  number: z.string(),
  bankName: z.string(),
  accountName: z.string(),
})
export type AccountNumber = z.output<typeof accountNumberSchema>

/** GET /api/campaigns/{id}/account-number. Null where the provider grants none, and for campaigns that accept no donations. */
export const accountNumberResponseSchema = z.object({
  accountNumber: z.nullable(accountNumberSchema),
})
