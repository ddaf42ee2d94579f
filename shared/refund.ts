import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { koboSchema, positiveNaira } from './money.ts'
import { paragraphs } from './text.ts'

/** POST /api/donations/{id}/refund. Without an amount, everything that can still be refunded is refunded. */
export const refundSchema = z.object({
  amount: z.optional(positiveNaira(invalid.amount)),
  reason: paragraphs({ min: 1, max: 500, message: invalid.required }),
})
export type Refund = z.output<typeof refundSchema>

/** waiting: not yet sent to the provider. queued: the provider has accepted it; banks take 3 to 10 working days. */
export const refundStates = ['waiting', 'queued', 'refused'] as const
export const refundResponseSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  state: z.enum(refundStates),
})
