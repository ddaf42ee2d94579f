import * as z from 'zod/mini'

import { forgotPasswordSchema } from './account.ts'
import { holdReasonSchema } from './legal-hold.ts'

/** POST /api/guest-data/links. */
export const guestDataRequestSchema = forgotPasswordSchema

/** GET /api/guest-data/:token. */
export const guestDataSchema = z.object({
  donations: z.int(),
  isDownloaded: z.boolean(),
  isErased: z.boolean(),
  isExpired: z.boolean(),
  /** Why the data cannot be erased yet. */
  holds: z.array(holdReasonSchema),
})
export type GuestData = z.output<typeof guestDataSchema>
