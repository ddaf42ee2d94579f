import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

export const feedbackSchema = z.object({
  feedback: z.pipe(
    z.pipe(z.string(invalid.feedback), z.transform(cleanParagraphs)),
    z.string().check(z.minLength(1, invalid.feedback), z.maxLength(5_000, invalid.tooLong)),
  ),
})
