import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

export const reportReasons = ['fraud', 'untrue', 'identity', 'forbidden', 'other'] as const

/** What anybody may tell us of a campaign. */
export const reportSchema = z.object({
  reason: z.enum(reportReasons, invalid.reportReason),
  details: z.pipe(
    z.pipe(z.string(invalid.reportDetails), z.transform(cleanParagraphs)),
    z.string().check(z.minLength(10, invalid.reportDetails), z.maxLength(2_000, invalid.tooLong)),
  ),
})
export type Report = z.output<typeof reportSchema>

/** A campaign that was reported or is frozen, as the desk shows it. */
const reportedSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  isFrozen: z.boolean(),
  reports: z.array(
    z.object({ reason: z.enum(reportReasons), details: z.string(), at: z.string() }),
  ),
})
export type Reported = z.output<typeof reportedSchema>
export const reportedListSchema = z.object({ campaigns: z.array(reportedSchema) })
