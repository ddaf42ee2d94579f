import * as z from 'zod/mini'

import { errorCodeSchema, type ErrorCode } from '#shared/errors.ts'
import { rejectionGrounds } from '#shared/review.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'

/** `version` is the length of the history that the reviewer saw. */
const scheduledSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('approve'), version: z.int(), reason: z.optional(z.string()) }),
  z.object({
    event: z.literal('reject'),
    version: z.int(),
    ground: z.enum(rejectionGrounds),
    reason: z.string(),
  }),
])
export type ScheduledDecision = z.output<typeof scheduledSchema>

const startedRow = z.object({
  campaignId: z.string(),
  reviewerUid: z.string(),
  decision: scheduledSchema,
})
const shownRow = z.object({
  event: z.enum(['approve', 'reject']),
  reviewerUid: z.string(),
  effectiveAt: z.date(),
  refusal: z.nullable(errorCodeSchema),
})

type NewRow = {
  id: string
  campaignId: string
  reviewerUid: string
  decision: ScheduledDecision
  createdAt: Date
  effectiveAt: Date
}

/** Replaces a decision that was not applied, and refuses while another one is under way. */
export async function insertScheduled(queries: Queries, row: NewRow): Promise<void> {
  const { id, campaignId, reviewerUid, decision, createdAt, effectiveAt } = row
  const inserted = await queries.run(sql`
    insert into scheduled_decision as earlier (campaign_id, id, reviewer_uid, decision, created_at, effective_at)
    values (${campaignId}, ${id}, ${reviewerUid}, ${JSON.stringify(decision)}::jsonb, ${createdAt}, ${effectiveAt})
    on conflict (campaign_id) do update set id = excluded.id, reviewer_uid = excluded.reviewer_uid, decision = excluded.decision,
      created_at = excluded.created_at, effective_at = excluded.effective_at, started_at = null, refusal = null
    where earlier.refusal is not null`)
  if (inserted === 0) throw new Refused('decision-under-way')
}

/** Refuses while a decision on the campaign is under way, except for `own`, which must be under way. */
export async function refuseWhileScheduled(queries: Queries, campaignId: string, own?: string) {
  const row = await queries.value(
    z.string(),
    sql`select id from scheduled_decision where campaign_id = ${campaignId} and refusal is null`,
  )
  if (row !== own) throw new Refused(own === undefined ? 'decision-under-way' : 'already-reviewed')
}

/** From now on the decision cannot be undone. Undefined if it was undone or has been applied. */
export const startScheduled = (queries: Queries, id: string, now: Date) =>
  queries.row(
    startedRow,
    sql`update scheduled_decision set started_at = coalesce(started_at, ${now})
      where id = ${id} and refusal is null
      returning campaign_id as "campaignId", reviewer_uid as "reviewerUid", decision`,
  )

/** False if it has started, or if there is none. */
export async function deleteWaiting(queries: Queries, campaignId: string, reviewerUid: string) {
  const deleted = await queries.run(sql`
    delete from scheduled_decision
    where campaign_id = ${campaignId} and reviewer_uid = ${reviewerUid} and started_at is null`)
  return deleted > 0
}

export const deleteScheduled = (queries: Queries, id: string) =>
  queries.run(sql`delete from scheduled_decision where id = ${id}`)

export const refuseScheduled = (queries: Queries, id: string, refusal: ErrorCode) =>
  queries.run(sql`update scheduled_decision set refusal = ${refusal} where id = ${id}`)

export const findScheduled = (queries: Queries, campaignId: string) =>
  queries.row(
    shownRow,
    sql`select decision ->> 'event' as event, reviewer_uid as "reviewerUid", effective_at as "effectiveAt", refusal
      from scheduled_decision where campaign_id = ${campaignId}`,
  )

const decisionEvents = [
  'approve',
  'endorse',
  'reject',
  'change-approve',
  'change-endorse',
  'change-reject',
]

/** The reviewer's decision on the campaign takes effect now or has taken effect. */
export async function hasDecided(queries: Queries, campaignId: string, reviewerUid: string) {
  return queries.exists(sql`
    select from scheduled_decision
      where campaign_id = ${campaignId} and reviewer_uid = ${reviewerUid} and refusal is null
    union all select from campaign_history
      where campaign_id = ${campaignId} and actor_uid = ${reviewerUid} and event = any(${decisionEvents})
    limit 1`)
}
