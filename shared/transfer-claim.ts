import * as z from 'zod/mini'

import { forgotPasswordSchema } from './account.ts'
import { nairaAmount } from './amount.ts'
import { donationMax, donationMin } from './fees.ts'
import { invalid } from './text/invalid.ts'

/** POST /api/campaigns/{id}/transfer-claims: what the sender of a transfer knows. */
export const transferClaimSchema = z.extend(forgotPasswordSchema, {
  amount: nairaAmount({
    required: invalid.amount,
    min: donationMin,
    max: donationMax,
    range: invalid.amountRange,
  }),
  digits: z.string(invalid.accountDigits).check(z.regex(/^\d{4}$/, invalid.accountDigits)),
})
export type TransferClaim = z.output<typeof transferClaimSchema>
