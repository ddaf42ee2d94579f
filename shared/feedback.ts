import * as z from 'zod/mini'

import { invalid } from './messages.ts'

export const feedbackSchema = z.object({
  feedback: z
    .string()
    .check(z.trim(), z.minLength(1, invalid.feedback), z.maxLength(5_000, invalid.tooLong)),
})
