import * as z from 'zod/mini'

import { conflicts, type Conflict } from '#shared/moderation.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refused } from '../../../platform/http/context.ts'
import type { Actor, Reviewer } from '../../../platform/policy/actor.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

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
    const rows = await queries.rows(rowSchema, toQuery(staff, ids, sealing))
    return new Map(
      subjects.map((subject) => [
        subject.id,
        [
          ...(subject.ownerUid === staff.uid ? (['raised'] as const) : []),
          ...rows
            .filter(({ campaignId }) => campaignId === subject.id)
            .map(({ conflict }) => conflict),
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

function toQuery({ uid, email }: Staff, ids: string[], sealing: Pick<Sealing, 'fingerprint'>) {
  return sql`
    select campaign_id as "campaignId", 'approved' as conflict from campaign_history
      where campaign_id = any(${ids}) and actor_uid = ${uid} and event = any(${approvals})
    union select campaign_id, 'reported' from campaign_report
      where campaign_id = any(${ids}) and reporter_uid = ${uid}
    union select campaign_id, 'donated' from donation
      where donor_uid = ${uid} and campaign_id = any(${ids}) and state in ('paid', 'quarantined')
    union select campaign_id, 'donated' from campaign_donor
      where campaign_id = any(${ids}) and mode = any(${modes}) and donor_key = ${sealing.fingerprint('donor', email)}
    order by "campaignId", conflict`
}
