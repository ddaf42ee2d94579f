import * as z from 'zod/mini'

import { contactOfCampaign } from './campaign.ts'
import { campaignUpdatesSchema } from './campaign-update.ts'

/**
 * GET /api/campaigns/:id/own-view: what the public page of a campaign shows this person beside what it shows everybody. The account is null for a
 * visitor.
 */
export const ownViewSchema = z.object({
  account: z.nullable(z.object({ firstname: z.string(), lastname: z.string() })),
  ...contactOfCampaign,
  isOwner: z.boolean(),
  ...z.pick(campaignUpdatesSchema, { canWrite: true, isFollowing: true }).shape,
})
export type OwnView = z.output<typeof ownViewSchema>
