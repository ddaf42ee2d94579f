import * as z from 'zod/mini'

import { takedownGrounds, type Takedown } from '#shared/takedown.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'

const rowSchema = z.object({ ground: z.enum(takedownGrounds), reason: z.string(), at: z.date() })

/** Condition: the campaign is taken down now. */
export const isTakenDown = (campaignId: string): Sql => sql`exists (
  select from moderation_decision
  where campaign_id = ${campaignId} and kind = 'takedown' and ended_at is null)`

/** What everyone may know about the takedown of a campaign. */
export async function findTakedown(
  queries: Queries,
  campaignId: string,
): Promise<Takedown | undefined> {
  const row = await queries.row(
    rowSchema,
    sql`select ground, public_reason as reason, at from moderation_decision
      where campaign_id = ${campaignId} and kind = 'takedown' and ended_at is null`,
  )
  return row && { ...row, at: row.at.toISOString() }
}
