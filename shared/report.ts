import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { paragraphs } from './text.ts'

export const reportReasons = ['fraud', 'untrue', 'identity', 'forbidden', 'other'] as const

/** POST /api/campaigns/:id/reports */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, invalid.reportReason),
  details: paragraphs({ min: 10, max: 2_000, message: invalid.reportDetails }),
})
export type Report = z.output<typeof reportSchema>

/** GET /api/reports: a campaign with open reports or a freeze. */
const reportedSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  isFrozen: z.boolean(),
  reports: z.array(
    z.object({ reason: z.enum(reportReasons), details: z.string(), at: z.string() }),
  ),
})
export type ReportedCampaign = z.output<typeof reportedSchema>
export const reportedCampaignsSchema = z.object({ campaigns: z.array(reportedSchema) })
