import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { emailSchema, paragraphs } from './text.ts'

export const reportReasons = ['fraud', 'untrue', 'identity', 'forbidden', 'other'] as const

/** POST /api/campaigns/:id/reports */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, invalid.reportReason),
  details: paragraphs({ min: 10, max: 2_000, message: invalid.reportDetails }),
  /** Where a guest wants to read the outcome. People who are logged in read it at their account's address. */
  email: z._default(z.union([z.literal(''), emailSchema(invalid.donorEmail)]), ''),
})
export type Report = z.output<typeof reportSchema>

/** What a reporter quotes to ask about a report: 'R-7K3M-9QXD'. */
export const reportReferencePattern = /^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

export const reportFiledSchema = z.object({ reference: z.string() })
