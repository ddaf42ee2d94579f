import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Conflicts } from './conflicts/conflicts.ts'

const openRow = z.object({
  id: z.string(),
  ownerUid: z.nullable(z.string()),
  decidedBy: z.string(),
})
const staffRow = z.object({ uid: z.string(), email: z.string() })

const maxChecked = 1_000

/** The number of campaigns with an open case or appeal that every reviewer and admin has a conflict of interest with. */
export async function countUnstaffed(queries: Queries, conflicts: Conflicts): Promise<number> {
  const open = await queries.rows(
    openRow,
    sql`select campaign_id as id, owner_uid as "ownerUid", '' as "decidedBy" from moderation_case where closed_at is null
      union all
      select campaign_id, owner_uid, decided_by from moderation_appeal where closed_at is null
      order by id limit ${maxChecked}`,
  )
  const campaigns = open.map(({ id, ownerUid }) => ({ id, ownerUid }))
  const staff = await queries.rows(
    staffRow,
    sql`select distinct uid, email from account_role join account using (uid)
      where role in ('reviewer', 'admin') and not disabled order by uid`,
  )
  const found = await Promise.all(
    staff.map(async (person) => ({
      uid: person.uid,
      conflicts: await conflicts.list(queries, person, campaigns),
    })),
  )
  const isBlocked = ({ id, decidedBy }: z.output<typeof openRow>) =>
    found.every((person) => person.uid === decidedBy || (person.conflicts.get(id)?.length ?? 0) > 0)
  return new Set(open.filter(isBlocked).map(({ id }) => id)).size
}

const countRow = z.object({ cases: z.int(), appeals: z.int() })
const overdueMs = 72 * 3_600_000

/** Cases and appeals that are open for more than 72 hours. */
export async function countOverdue(queries: Queries, now: Date) {
  const before = new Date(now.getTime() - overdueMs)
  const row = await queries.row(
    countRow,
    sql`select (select count(*) from moderation_case where closed_at is null and opened_at < ${before}) as cases,
      (select count(*) from moderation_appeal where closed_at is null and at < ${before}) as appeals`,
  )
  return row ?? { cases: 0, appeals: 0 }
}
