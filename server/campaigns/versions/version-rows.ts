import * as z from 'zod/mini'

import { versionContentSchema, versionKinds } from '#shared/campaign-version.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const versionRow = z.object({
  number: z.int(),
  kind: z.enum(versionKinds),
  content: versionContentSchema,
  score: z.int(),
  at: z.date(),
})
export type VersionRow = z.output<typeof versionRow>

export const versionColumns = sql`number, kind, content, score, at`
/** Condition on versions that no reviewer has decided on. */
export const unsettled = sql`review in ('open', 'not-sampled')`

export function findLatestVersion(queries: Queries, campaignId: string) {
  return queries.row(
    versionRow,
    sql`select ${versionColumns} from campaign_version
      where campaign_id = ${campaignId} order by number desc limit 1`,
  )
}

/** The version that a reviewer last approved. Undefined where the campaign has no version yet. */
export function findReviewedVersion(queries: Queries, campaignId: string) {
  return queries.row(
    versionRow,
    sql`select ${versionColumns} from campaign_version
      where campaign_id = ${campaignId} and review = 'reviewed' order by number desc limit 1`,
  )
}
