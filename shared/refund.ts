import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { koboSchema, parseNaira, type Kobo } from './money.ts'

const amount = z.pipe(
  z.string(invalid.amount),
  z.transform((text, context): Kobo => {
    const amountKobo = parseNaira(text)
    if (amountKobo !== undefined && amountKobo > 0) return amountKobo
    context.issues.push({ code: 'custom', message: invalid.amount, input: text })
    return z.NEVER
  }),
)

/** POST /api/donations/{id}/refund. Without an amount all that is left of the gift goes back. */
export const refundSchema = z.object({
  amount: z.optional(amount),
  reason: z
    .string(invalid.required)
    .check(
      z.trim(),
      z.minLength(1, { error: invalid.required, abort: true }),
      z.maxLength(500, invalid.tooLong),
    ),
})
export type Refund = z.output<typeof refundSchema>

/** waiting: the provider has yet to be reached. queued: it is on its way back, which takes banks 3 to 10 working days. */
export const refundStates = ['waiting', 'queued', 'refused'] as const
export const refundAnswerSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  state: z.enum(refundStates),
})
