import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** The campaigns for which a reviewer has stopped donations. */
export async function listFrozen(queries: Queries): Promise<string[]> {
  return queries.values(z.string(), sql`select campaign_id from campaign_freeze`)
}

/** True while a reviewer has stopped donations to the campaign. */
export async function isFrozen(queries: Queries, campaignId: string): Promise<boolean> {
  return queries.exists(sql`select from campaign_freeze where campaign_id = ${campaignId}`)
}
