import { lagosDay } from '#shared/day.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { closeCase } from '../../staff/moderation/cases.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { startStop, mayAct } from '../../money/payouts/payout-stops.ts'
import { refundCancelledJob } from '../../money/refunds/cancellations.ts'
import {
  type Decision,
  systemActorUid,
  type Lifecycle,
  type TransitionStep,
} from '../lifecycle/lifecycle.ts'

export type Endings = ReturnType<typeof openEndings>

type EndingsDeps = {
  content: ContentStore
  lifecycle: Lifecycle
  conflicts: Conflicts
  mode: PaymentMode
  secondPersonAbove: Kobo
  now: () => Date
}

const batchSize = 100

/** Ends campaigns at their owner's request or end date, and cancels them for an admin. */
export function openEndings(deps: EndingsDeps) {
  const { content, lifecycle, conflicts, mode, secondPersonAbove, now } = deps
  return {
    end: (campaign: StoredCampaign, actorUid: string, record?: TransitionStep['record']) =>
      lifecycle.transition(campaign, { event: 'end', actorUid, ...(record && { record }) }),

    /**
     * Queues the refund of all donations, holds payouts and closes the campaign's case in the same transaction. False if another admin must
     * agree, because much was raised.
     */
    async cancel(campaign: StoredCampaign, admin: User, reason: string): Promise<boolean> {
      const { uid } = admin
      const record = async (queries: Transaction) => {
        await enqueueJob(queries, refundCancelledJob)
        // The provider may take refunds from Ajo, and would still pay the shares of the refunded donations to the organiser.
        const { subAccountCode } = campaign.bankAccount
        const stop = { campaignId: campaign.id, subAccountCode, askedBy: uid, at: now() }
        await startStop(queries, { ...stop, kind: 'cancelled' })
        await closeCase(queries, { campaignId: campaign.id, outcome: 'cancelled', uid, at: now() })
        // A takedown stays; without it, the campaign would be shown as cancelled.
        await queries.run(sql`update moderation_decision set status_before = 'cancelled'
          where campaign_id = ${campaign.id} and kind = 'takedown' and ended_at is null`)
      }
      const cancellation: Decision = {
        event: 'cancel',
        decide: async (queries) => {
          await conflicts.refuse(queries, admin, campaign)
          return [{ event: 'cancel', actorUid: uid, reason, record }]
        },
      }
      let isAgreed = false
      await lifecycle.check(campaign, cancellation, async (queries) => {
        const raised = await queries.value(
          koboSchema,
          sql`select coalesce(sum(raised_kobo), 0)::bigint from campaign_total
              where campaign_id = ${campaign.id} and mode = ${mode}`,
        )
        const amount = raised ?? kobo(0)
        const act = { campaignId: campaign.id, amount, uid, reason, at: now() }
        isAgreed = await mayAct(queries, { name: 'cancel', ...act }, secondPersonAbove)
      })
      if (isAgreed) await lifecycle.transition(campaign, cancellation)
      return isAgreed
    },

    /** Ends all approved campaigns whose end date has come. Returns how many. */
    async endOverdue(): Promise<number> {
      let ended = 0
      for (;;) {
        const overdue = await content.listOverdue(lagosDay(now()), batchSize)
        const before = ended
        for (const campaign of overdue)
          try {
            await lifecycle.transition(campaign, { event: 'expire', actorUid: systemActorUid })
            ended += 1
          } catch (error) {
            // The owner or another server ended it at the same time.
            if (!(error instanceof Refused)) throw error
          }
        if (ended === before || overdue.length < batchSize) return ended
      }
    },
  }
}

/** Days begin in Lagos at 23:00 UTC. The hourly run catches up after downtime. */
export function endingTask(endings: Endings): Task {
  return {
    name: 'end-campaigns',
    lane: 'maintenance',
    cron: '1 * * * *',
    run: async () => void (await endings.endOverdue()),
  }
}
