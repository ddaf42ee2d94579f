import * as z from 'zod/mini'

import { forgotPasswordSchema } from './account.ts'

/** POST /api/campaigns/{id}/follow-links. */
export const followFormSchema = z.extend(forgotPasswordSchema, {
  /** One mail three days before the end, in place of the updates. */
  remindOnly: z.optional(z.boolean()),
})

/** POST /api/campaigns/{id}/followers. */
export const followSchema = z.object({
  /** For all campaigns: one mail a week, or a mail for each update. Without it nothing changes. */
  isWeekly: z.optional(z.boolean()),
})

/** What the page of a mail's link can choose beside no mails of this campaign: none of all, one mail a week, or a mail for each update. */
export const mailChoiceSchema = z.enum(['all', 'weekly', 'each'])
export type MailChoice = z.output<typeof mailChoiceSchema>
