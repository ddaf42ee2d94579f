import * as z from 'zod/mini'

import { conflicts, type Conflict } from '#shared/moderation.ts'

import { selectInvolved } from '../../campaigns/members/members.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Actor, Reviewer } from '../../platform/policy/actor.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

/** `decidedBy` is the person whose decision is appealed. */
type Subject = { id: string; ownerUid: string | null; decidedBy?: string }
type Staff = { uid: string; email: string }
type AnyActor = Exclude<Actor, { kind: 'user' }> | Reviewer

const approvals = ['approve', 'endorse', 'change-approve', 'change-endorse']
const modes = ['sandbox', 'test', 'live']

const rowSchema = z.object({ campaignId: z.string(), conflict: z.enum(conflicts) })

export type Conflicts = ReturnType<typeof openConflicts>

/** The only place that knows what makes a conflict of interest. Donations count by account and by confirmed address. */
export function openConflicts({ sealing }: { sealing: Pick<Sealing, 'fingerprint'> }) {
  const list = async (queries: Queries, staff: Staff, subjects: readonly Subject[]) => {
    const ids = subjects.map(({ id }) => id)
    const rows = await queries.rows(rowSchema, toQuery(staff, sql`any(${ids})`, sealing))
    const found = Map.groupBy(rows, ({ campaignId }) => campaignId)
    return new Map(
      subjects.map((subject) => [
        subject.id,
        [
          ...(subject.ownerUid === staff.uid ? (['raised'] as const) : []),
          ...(found.get(subject.id) ?? []).map(({ conflict }) => conflict),
          ...(subject.decidedBy === staff.uid ? (['decided'] as const) : []),
        ],
      ]),
    )
  }
  const find = async (
    queries: Queries,
    actor: AnyActor,
    subject: Subject,
  ): Promise<readonly Conflict[]> =>
    actor.kind === 'user' ? ((await list(queries, actor, [subject])).get(subject.id) ?? []) : []

  return {
    /** The conflicts of one person with each of the campaigns, by campaign id. */
    list,
    find,
    /** The columns campaignId and conflict of the campaigns whose id equals `campaigns`. */
    select: (staff: Staff, campaigns: Sql) => toQuery(staff, campaigns, sealing),
    /** With a campaign whose money an admin acts on. Its donations name the owner; money without a campaign belongs to no one yet. */
    async findWithMoneyOf(queries: Queries, actor: AnyActor, campaignId: string | null) {
      if (campaignId === null) return []
      const donation = await queries.value(
        z.string(),
        sql`select owner_uid from donation where campaign_id = ${campaignId} limit 1`,
      )
      return find(queries, actor, { id: campaignId, ownerUid: donation ?? null })
    },
    /** Call it in the transaction that decides, because the person may donate or report until then. */
    async refuse(
      queries: Queries,
      actor: AnyActor,
      subject: Subject,
      blocking: readonly Conflict[] = conflicts,
    ): Promise<void> {
      const found = await find(queries, actor, subject)
      if (found.some((conflict) => blocking.includes(conflict)))
        throw new Refused('conflict-of-interest')
    },
  }
}

function toQuery({ uid, email }: Staff, campaigns: Sql, sealing: Pick<Sealing, 'fingerprint'>) {
  return sql`
    select campaign_id as "campaignId", 'approved' as conflict from campaign_history
      where campaign_id = ${campaigns} and actor_uid = ${uid} and event = any(${approvals})
    union select campaign_id, 'reported' from campaign_report
      where campaign_id = ${campaigns} and reporter_uid = ${uid}
    union select campaign_id, 'raised' from (${selectInvolved(uid, campaigns)}) involved
    union select campaign_id, 'donated' from donation
      where donor_uid = ${uid} and campaign_id = ${campaigns} and state in ('paid', 'quarantined')
    union select campaign_id, 'donated' from campaign_donor
      where campaign_id = ${campaigns} and mode = any(${modes}) and donor_key = ${sealing.fingerprint('donor', email)}
    order by "campaignId", conflict`
}

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
