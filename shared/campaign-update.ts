import * as z from 'zod/mini'

import { imageSchema } from './image-schema.ts'
import { timeSchema } from './time-schema.ts'

export const updateContentSchema = z.object({
  title: z.string(),
  text: z.string(),
  images: z.array(imageSchema),
})
export type UpdateContent = z.output<typeof updateContentSchema>

/** What an organiser wrote at a time. */
const contentAtSchema = z.extend(updateContentSchema, { at: timeSchema })

export const campaignUpdateSchema = z.extend(contentAtSchema, {
  id: z.string(),
  editedAt: z.nullable(timeSchema),
  /** The contents before each edit, oldest first. */
  earlier: z.array(contentAtSchema),
  /** What the reader typed within 30 days and was refused, newest first. */
  kept: z.optional(z.array(z.extend(updateContentSchema, { savedAt: z.string() }))),
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
  /** The account follows it and gets the updates of all campaigns in one mail a week. */
  isWeekly: z.boolean(),
})
export type CampaignUpdates = z.output<typeof campaignUpdatesSchema>

/** The answer to a new update: how many people it is mailed to. */
export const publishedUpdateSchema = z.object({ recipients: z.int() })
