import * as z from 'zod/mini'

import { errorSentences } from './error-sentences.ts'
import { puzzleSchema } from './challenge.ts'

/** Every code the server may answer. Its sentence stands in error-sentences.ts. */
export type ErrorCode = keyof typeof errorSentences

/** Messages by field name, as a form shows them under its fields. */
export type FieldErrors = Record<string, string[]>

/**
 * What the server answers whenever it refuses or fails. `message` stands only where the sentence is not the code's own:
 * a payment provider's `message: nextStep` (§8). `requestId` is what a person quotes to support.
 */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(/* @__PURE__ */ Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
    message: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    retryAfterSeconds: z.optional(z.int()),
    /** Whoever solves it may try again at once. */
    puzzle: z.optional(puzzleSchema),
    requestId: z.optional(z.string()),
  }),
})

export type Problem = z.infer<typeof problemSchema>
