import * as z from 'zod/mini'

import { imageSchema } from './image-schema.ts'
import { timeSchema } from './time-schema.ts'

const contentAtSchema = z.object({
  title: z.string(),
  text: z.string(),
  images: z.array(imageSchema),
  at: timeSchema,
})

/** What an organiser wrote and showed at a time. */
export type UpdateContent = Omit<z.output<typeof contentAtSchema>, 'at'>

export const campaignUpdateSchema = z.extend(contentAtSchema, {
  id: z.string(),
  editedAt: z.nullable(timeSchema),
  /** The contents before each edit, oldest first. */
  earlier: z.array(contentAtSchema),
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
