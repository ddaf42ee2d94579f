import * as z from 'zod/mini'

import { oneLine, paragraphs } from './text.ts'

/** POST and PUT of an update. */
export const updateFormSchema = z.strictObject({
  title: oneLine({ min: 1, max: 100 }),
  text: paragraphs({ min: 1, max: 5_000 }),
})
export type UpdateForm = z.output<typeof updateFormSchema>

const textAtSchema = z.object({ title: z.string(), text: z.string(), at: z.string() })

const campaignUpdateSchema = z.extend(textAtSchema, {
  id: z.string(),
  editedAt: z.nullable(z.string()),
  /** The texts before each edit, oldest first. */
  earlier: z.array(textAtSchema),
})
export type CampaignUpdate = z.output<typeof campaignUpdateSchema>

/** GET /api/campaigns/{id}/updates. */
export const campaignUpdatesSchema = z.object({
  updates: z.array(campaignUpdateSchema),
  /** The `before` of the next page. */
  next: z.nullable(z.string()),
  /** The organiser may write and edit; the organiser and reviewers may hide. */
  canWrite: z.boolean(),
  canHide: z.boolean(),
  /** Whether the account's verified address follows the campaign. Null without one. */
  isFollowing: z.nullable(z.boolean()),
})
export type CampaignUpdates = z.output<typeof campaignUpdatesSchema>

/** The answer to a new update: how many people it is mailed to. */
export const publishedUpdateSchema = z.object({ recipients: z.int() })
