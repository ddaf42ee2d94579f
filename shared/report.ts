import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

export const reportReasons = ['fraud', 'untrue', 'identity', 'forbidden', 'other'] as const

/** POST /api/campaigns/:id/reports */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, invalid.reportReason),
  details: z.pipe(
    z.pipe(z.string(invalid.reportDetails), z.transform(cleanParagraphs)),
    z.string().check(z.minLength(10, invalid.reportDetails), z.maxLength(2_000, invalid.tooLong)),
  ),
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
