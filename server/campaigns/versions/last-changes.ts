import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const changeRow = z.object({ id: z.string(), at: z.date() })

/** When the public content of the campaigns changed last. Campaigns without a version are left out. */
export async function findLastChanges(
  queries: Queries,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await queries.rows(
    changeRow,
    sql`select campaign_id as id, max(at) as at from campaign_version
      where campaign_id = any(${campaignIds}) group by campaign_id`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
