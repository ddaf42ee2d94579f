import * as z from 'zod/mini'

import type { Cancellation, RefundProgress } from '#shared/payouts.ts'

import { sql, type Sql } from '../database/sql.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import { refundableAmounts } from './refundable-amounts.ts'
import type { Refunds } from './refunds.ts'

type Deps = LedgerDeps & { refunds: Pick<Refunds, 'requestRefund'> }

const refundTask = 'refund-cancelled-campaigns'
/** Enqueued when a campaign is cancelled. Donations that are paid later are found by the schedule. */
export const refundCancelledJob = { task: refundTask, key: refundTask }
const batchSize = 100
const dayMs = 86_400_000
/** A payment that was started before the cancellation may succeed weeks later. */
const watchedMs = 60 * dayMs
/** The provider refuses refunds that exceed the current balance, so a refused refund may succeed later. */
const retryDelayMs = 3_600_000

const cancelledRow = z.object({
  campaignId: z.string(),
  uid: z.string(),
  reason: z.nullable(z.string()),
  at: z.date(),
})
type CancelledCampaign = z.output<typeof cancelledRow>

export type Cancellations = ReturnType<typeof openCancellations>

/** Refunds every donation of a cancelled campaign. */
export function openCancellations(deps: Deps) {
  return {
    task: {
      name: refundTask,
      lane: 'payments',
      cron: '* * * * *',
      run: () => refundCancelled(deps),
    } satisfies Task,

    /** Null if the campaign is not cancelled. */
    async getProgress(campaignId: string): Promise<(RefundProgress & { at: string }) | null> {
      const [cancelled] = await listCancelled(deps, sql`campaign_id = ${campaignId}`)
      if (!cancelled) return null
      return { ...(await countRefunds(deps, campaignId)), at: cancelled.at.toISOString() }
    },

    /** Campaigns with donations that were cancelled in the last 60 days. */
    async list(): Promise<Cancellation[]> {
      const cancelled = await listCancelled(deps, isWatched(deps))
      const cancellations = await Promise.all(
        cancelled.map(async ({ campaignId, reason, at }) => ({
          id: campaignId,
          title: await findTitle(deps, campaignId),
          reason: reason ?? '',
          at: at.toISOString(),
          ...(await countRefunds(deps, campaignId)),
        })),
      )
      return cancellations.filter(({ donations }) => donations > 0)
    },
  }
}

/** Safe to interrupt and to run twice at once: each refund has an idempotency key. */
async function refundCancelled(deps: Deps): Promise<void> {
  for (const cancelled of await listCancelled(deps, isWatched(deps))) {
    const donations = await listRefundable(deps, cancelled)
    for (const donation of donations) await refund(deps, cancelled, donation)
    if (donations.length === batchSize)
      await enqueueJob(deps.database, { task: refundTask, key: `${refundTask} next` })
  }
}

async function refund(
  { refunds }: Deps,
  { campaignId, uid, reason }: CancelledCampaign,
  { id, attempts }: RefundableRow,
): Promise<void> {
  await refunds.requestRefund({
    donation: { campaignId, id },
    form: { reason: (reason ?? '').slice(0, 500) || 'The campaign was cancelled.' },
    idempotencyKey: `cancelled ${attempts}`,
    by: { role: 'admin', uid },
  })
}

const isWatched = ({ now }: Deps) => sql`at > ${new Date(now().getTime() - watchedMs)}`

function listCancelled({ database }: Deps, condition: Sql): Promise<CancelledCampaign[]> {
  return database.rows(
    cancelledRow,
    sql`select distinct on (campaign_id) campaign_id as "campaignId", actor_uid as uid, reason, at
        from campaign_history where event = 'cancel' and ${condition} order by campaign_id, at desc`,
  )
}

const refundableRow = z.object({ id: z.string(), attempts: z.int() })
type RefundableRow = z.output<typeof refundableRow>

const refusedRequests = (campaignId: string) => sql`
  select donation_id as id, count(*)::integer as attempts, max(created_at) as last_at from refund_request
  where campaign_id = ${campaignId} and state = 'refused' group by donation_id`

/** Disputed donations are left out: the bank's decision refunds them or not. */
function listRefundable({ database, mode, now }: Deps, { campaignId }: CancelledCampaign) {
  return database.rows(
    refundableRow,
    sql`select donation.id, coalesce(refused.attempts, 0) as attempts
        from (${refundableAmounts(campaignId)}) donation
        left join (${refusedRequests(campaignId)}) refused using (id)
        where donation.mode = ${mode} and donation.amount > 0 and not donation."isDisputed"
          and (refused.last_at is null or refused.last_at <= ${new Date(now().getTime() - retryDelayMs)})
        limit ${batchSize}`,
  )
}

const progressRow = z.object({
  donations: z.int(),
  refunded: z.int(),
  inProgress: z.int(),
  waiting: z.int(),
  refused: z.int(),
})

async function countRefunds({ database, mode }: Deps, campaignId: string): Promise<RefundProgress> {
  const counts = await database.row(
    progressRow,
    sql`select count(*)::integer as donations,
          (count(*) filter (where raised <= 0))::integer as refunded,
          (count(*) filter (where raised > 0 and donation.amount <= 0))::integer as "inProgress",
          (count(*) filter (where raised > 0 and donation.amount > 0 and refused.id is null))::integer as waiting,
          (count(*) filter (where raised > 0 and donation.amount > 0 and refused.id is not null))::integer as refused
        from (${refundableAmounts(campaignId)}) donation
        left join (${refusedRequests(campaignId)}) refused using (id)
        cross join lateral (
          select sum(raised_kobo) as raised from ledger_entry entry
          where entry.campaign_id = ${campaignId} and entry.donation_id = donation.id) booked
        where donation.mode = ${mode}`,
  )
  return counts ?? { donations: 0, refunded: 0, inProgress: 0, waiting: 0, refused: 0 }
}

async function findTitle({ database }: Deps, campaignId: string): Promise<string> {
  const donation = await database.row(
    z.object({ title: z.string() }),
    sql`select campaign_title as title from donation where campaign_id = ${campaignId} limit 1`,
  )
  return donation?.title ?? ''
}
