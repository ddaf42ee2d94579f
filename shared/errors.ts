import * as z from 'zod/mini'

import { errorSentences } from './error-sentences.ts'
import { challengeSchema } from './challenge.ts'

/** Error codes of the API. Their messages are in error-sentences.ts. */
export type ErrorCode = keyof typeof errorSentences

/** Messages by field name, shown under the fields of a form. */
export type FieldErrors = Record<string, string[]>

/**
 * The body of every error response. `message` is set only if it differs from the code's own, for example for the payment
 * provider's `message: nextStep` (specification §8). People quote `requestId` to support.
 */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(/* @__PURE__ */ Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
    message: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    retryAfterSeconds: z.optional(z.int()),
    /** The request succeeds if it is sent again with the solution. */
    challenge: z.optional(challengeSchema),
    requestId: z.optional(z.string()),
  }),
})

export type Problem = z.infer<typeof problemSchema>
