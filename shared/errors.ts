import * as z from 'zod/mini'

import { errorSentences } from './error-sentences.ts'
import { challengeSchema } from './challenge.ts'
import { holdReasonSchema } from './legal-hold.ts'
import { takedownSchema } from './takedown.ts'

/** Error codes of the API. Their messages are in error-sentences.ts. */
export type ErrorCode = keyof typeof errorSentences

export const errorCodeSchema = z.enum(
  /* @__PURE__ */ Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]],
)

/** Messages by field name, shown under the fields of a form. */
export type FieldErrors = Record<string, string[]>

/**
 * The body of every error response. `message` is set only if it differs from the code's own, for example for the payment
 * provider's `message: nextStep` (specification §8). People quote `requestId` to support.
 */
export const problemSchema = z.object({
  error: z.object({
    code: errorCodeSchema,
    message: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    retryAfterSeconds: z.optional(z.int()),
    /** The request succeeds if it is sent again with the solution. */
    challenge: z.optional(challengeSchema),
    /** Why a legal hold refuses a deletion. */
    reasons: z.optional(z.array(holdReasonSchema)),
    /** Why the campaign was taken down. */
    takedown: z.optional(takedownSchema),
    requestId: z.optional(z.string()),
  }),
})

export type Problem = z.infer<typeof problemSchema>
