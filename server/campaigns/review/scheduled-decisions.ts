import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import { errorCodeSchema, type ErrorCode } from '#shared/errors.ts'
import { rejectionGrounds } from '#shared/review.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Reviewer } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Decisions } from './decisions.ts'

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
const idRow = z.object({ id: z.string() })

type NewRow = {
  id: string
  campaignId: string
  reviewerUid: string
  decision: ScheduledDecision
  createdAt: Date
  effectiveAt: Date
}

/** Replaces a decision that was not applied, and refuses while another one is under way. */
async function insertScheduled(queries: Queries, row: NewRow): Promise<void> {
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
  const row = await queries.row(
    idRow,
    sql`select id from scheduled_decision where campaign_id = ${campaignId} and refusal is null`,
  )
  if (row?.id !== own)
    throw new Refused(own === undefined ? 'decision-under-way' : 'already-reviewed')
}

/** From now on the decision cannot be undone. Undefined if it was undone or has been applied. */
const startScheduled = (queries: Queries, id: string, now: Date) =>
  queries.row(
    startedRow,
    sql`update scheduled_decision set started_at = coalesce(started_at, ${now})
      where id = ${id} and refusal is null
      returning campaign_id as "campaignId", reviewer_uid as "reviewerUid", decision`,
  )

/** False if it has started, or if there is none. */
async function deleteWaiting(queries: Queries, campaignId: string, reviewerUid: string) {
  const deleted = await queries.run(sql`
    delete from scheduled_decision
    where campaign_id = ${campaignId} and reviewer_uid = ${reviewerUid} and started_at is null`)
  return deleted > 0
}

export const deleteScheduled = (queries: Queries, id: string) =>
  queries.run(sql`delete from scheduled_decision where id = ${id}`)

const refuseScheduled = (queries: Queries, id: string, refusal: ErrorCode) =>
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
async function hasDecided(queries: Queries, campaignId: string, reviewerUid: string) {
  const row = await queries.row(
    z.object({}),
    sql`select from scheduled_decision
        where campaign_id = ${campaignId} and reviewer_uid = ${reviewerUid} and refusal is null
      union all select from campaign_history
        where campaign_id = ${campaignId} and actor_uid = ${reviewerUid} and event = any(${decisionEvents})
      limit 1`,
  )
  return row !== undefined
}

type ScheduledDecisionsDeps = Pick<Foundation, 'database' | 'content' | 'now'> & {
  decisions: Decisions
  /** With 0 a decision takes effect in the request. */
  delayMs: number
}

/** A reviewer may undo an approval or rejection until then. */
export const decisionDelayMs = 10_000

const taskName = 'apply-decision'
const payloadSchema = z.object({ id: z.string() })
const reviewerRow = z.object({ uid: z.string(), email: z.string() })

/** Approvals and rejections, which take effect after a delay. */
export function openScheduledDecisions(deps: ScheduledDecisionsDeps) {
  const { database, decisions, delayMs, now } = deps
  const task: Task = {
    name: taskName,
    lane: 'maintenance',
    run: (payload) => apply(deps, z.parse(payloadSchema, payload).id),
  }
  return {
    task,

    /** Refuses at once what would be refused when the decision takes effect. */
    async decide(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      decision: ScheduledDecision,
    ): Promise<void> {
      if (delayMs === 0) return decisions.decide(campaign, reviewer, decision)
      const id = randomUUID()
      const createdAt = now()
      const effectiveAt = new Date(createdAt.getTime() + delayMs)
      const row = { id, campaignId: campaign.id, reviewerUid: reviewer.uid, decision }
      await decisions.check(campaign, reviewer, decision, async (queries) => {
        await insertScheduled(queries, { ...row, createdAt, effectiveAt })
        await enqueueJob(queries, { task: taskName, payload: { id }, runAt: effectiveAt })
      })
    },

    /** Refuses other people as if there were no decision. */
    async undo({ id }: Pick<StoredCampaign, 'id'>, { uid }: Reviewer): Promise<void> {
      if (await deleteWaiting(database, id, uid)) return
      const isTooLate = await hasDecided(database, id, uid)
      throw new Refused(isTooLate ? 'decision-in-effect' : 'not-found')
    },
  }
}

/** The decision is deleted in the transaction that applies it, so that a repeated job changes nothing. */
async function apply(
  { database, content, decisions, now }: ScheduledDecisionsDeps,
  id: string,
): Promise<void> {
  const scheduled = await startScheduled(database, id, now())
  if (!scheduled) return
  const { campaignId, reviewerUid, decision } = scheduled
  const campaign = await content.findCampaign(campaignId)
  const reviewer = await findReviewer(database, reviewerUid)
  if (!campaign || !reviewer) {
    await deleteScheduled(database, id)
    return
  }
  try {
    await decisions.decide(campaign, reviewer, decision, id)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await refuseScheduled(database, id, error.code)
  }
}

/** Undefined if the account lost its role or was deleted. */
async function findReviewer(queries: Queries, uid: string): Promise<Reviewer | undefined> {
  const row = await queries.row(
    reviewerRow,
    sql`select uid, email from account
      where uid = ${uid} and exists (
        select from account_role where account_role.uid = account.uid and role in ('reviewer', 'admin'))`,
  )
  return row && { kind: 'user', ...row }
}
