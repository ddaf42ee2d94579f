import * as z from 'zod/mini'

import { forgotPasswordSchema } from './account.ts'

/** POST /api/campaigns/{id}/follow-links. */
export const followFormSchema = z.extend(forgotPasswordSchema, {
  /** One mail three days before the end, in place of the updates. */
  remindOnly: z.optional(z.boolean()),
})
