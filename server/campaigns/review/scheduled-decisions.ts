import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Foundation } from '../../providers/foundation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Reviewer } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Decisions } from './reviews.ts'
import {
  deleteScheduled,
  deleteWaiting,
  hasDecided,
  insertScheduled,
  refuseScheduled,
  startScheduled,
  type ScheduledDecision,
} from './scheduled-decision-rows.ts'

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
