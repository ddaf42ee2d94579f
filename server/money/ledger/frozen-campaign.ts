import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const frozenRow = z.object({ id: z.string() })

/** The campaigns for which a reviewer has stopped donations. */
export async function listFrozen(queries: Queries): Promise<string[]> {
  const rows = await queries.rows(frozenRow, sql`select campaign_id as id from campaign_freeze`)
  return rows.map(({ id }) => id)
}

/** True while a reviewer has stopped donations to the campaign. */
export async function isFrozen(queries: Queries, campaignId: string): Promise<boolean> {
  const row = await queries.row(
    z.object({ found: z.boolean() }),
    sql`select exists (select from campaign_freeze where campaign_id = ${campaignId}) as found`,
  )
  return row?.found ?? false
}
