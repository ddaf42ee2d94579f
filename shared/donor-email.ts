import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { emailSchema } from './text.ts'

/** The address of a donor, or of somebody who asks. */
export const donorEmailSchema = z.pipe(
  z.string(invalid.donorEmailRequired).check(z.minLength(1, invalid.donorEmailRequired)),
  emailSchema(invalid.donorEmail),
)
