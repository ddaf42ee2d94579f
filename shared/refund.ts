import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { bankSchema } from './bank.ts'
import { invalid } from './messages.ts'
import { koboSchema } from './money.ts'
import { oneLine, paragraphs, patternText } from './text.ts'

/** POST /api/donations/{id}/refund. Without an amount, everything that can still be refunded is refunded. */
export const refundSchema = z.object({
  amount: z.optional(nairaAmount({ required: invalid.amount })),
  reason: paragraphs({ min: 1, max: 500, message: invalid.required }),
})
export type Refund = z.output<typeof refundSchema>

/** The same from a donor, who needs no reason. */
export const donorRefundSchema = z.extend(refundSchema, {
  reason: z._default(paragraphs({ max: 500 }), ''),
})

/** waiting: the provider has not confirmed it. queued: the provider has accepted it; banks take 3 to 10 working days. */
export const refundResponseSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  state: z.enum(['waiting', 'queued']),
})

/** A donor may ask for a refund so long after paying. */
export const donorRefundMs = 24 * 3_600_000

/** GET /api/donations/{id}/refund: what a donor gets back who regrets the donation. The payment provider keeps `fee`. */
export const refundQuoteSchema = z.object({
  total: koboSchema,
  fee: koboSchema,
  amount: koboSchema,
  /** Sent after 24 hours. */
  isDelayed: z.boolean(),
})
export type RefundQuote = z.output<typeof refundQuoteSchema>

/** POST /api/refund-accounts/{token}. The first time without `holder`, which the provider then looks up and the donor confirms. */
export const refundAccountSchema = z.object({
  /** The provider's id of the bank. */
  bank: patternText(/^\d{1,9}$/, invalid.required),
  accountNumber: patternText(/^\d{10}$/, invalid.accountNumberForm, invalid.accountNumber),
  holder: z.optional(oneLine({ max: 200 })),
})
export type RefundAccount = z.output<typeof refundAccountSchema>

/** GET /api/refund-accounts/{token} */
export const refundAccountFormSchema = z.object({
  amount: koboSchema,
  campaign: z.string(),
  banks: z.array(bankSchema),
  isDone: z.boolean(),
})

/** The name of the account's holder, until the donor has confirmed it. */
export const refundAccountResponseSchema = z.object({ holder: z.nullable(z.string()) })

/** Why a refund is held, failed, waits or was given up. */
export type RefundProblem =
  | 'answer-lost'
  | 'in-flight'
  | 'disputed'
  | 'insufficient-balance'
  | 'exposure'
  | 'failed-at-provider'
  | 'refused'
  | 'too-small'
  | 'not-found'
  | 'already-returned'
  | 'missing-at-provider'
  | 'no-bank-account'
  | 'bank-account-refused'
  | 'error'
