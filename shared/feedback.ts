import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { paragraphs } from './text.ts'

export const feedbackSchema = z.object({
  feedback: paragraphs({ min: 1, max: 5_000, message: invalid.feedback }),
})
