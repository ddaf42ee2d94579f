import * as z from 'zod/mini'

import { refundProgressSchema, type Cancellation, type RefundProgress } from '#shared/payouts.ts'

import { type Sql, sql } from '../../platform/database/sql.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { refundableAmounts } from './refund-rows.ts'
import type { Refunds } from './refunds.ts'

type Deps = LedgerDeps & {
  refunds: Pick<Refunds, 'requestRefund'>
  log: Pick<Log, 'error'>
}

const refundTask = 'refund-cancelled-campaigns'
/** Enqueued when a campaign is cancelled. Donations that are paid later are found by the schedule. */
export const refundCancelledJob = { task: refundTask, key: refundTask }
const batchSize = 500
/** A job ends before its deadline and continues in another one. */
const runMs = 60_000
const dayMs = 86_400_000
/** Payments that were started before the cancellation may succeed weeks later. Campaigns that were cancelled earlier are looked at daily. */
const watchedMs = 60 * dayMs

const cancelledRow = z.object({
  campaignId: z.string(),
  uid: z.string(),
  reason: z.nullable(z.string()),
  at: z.date(),
})
type CancelledCampaign = z.output<typeof cancelledRow>

/** Refunds every donation of a cancelled campaign. */
export function openCancellations(deps: Deps) {
  return {
    tasks: [
      {
        name: refundTask,
        lane: 'payments',
        cron: '* * * * *',
        run: (_payload, signal) => refundCancelled(deps, isWatched(deps), signal),
      },
      {
        name: 'refund-campaigns-cancelled-earlier',
        lane: 'payments',
        cron: '25 3 * * *',
        run: (_payload, signal) => refundCancelled(deps, sql`true`, signal),
      },
    ] satisfies Task[],

    /** Null if the campaign is not cancelled. */
    async getProgress(campaignId: string): Promise<(RefundProgress & { at: string }) | null> {
      const [cancelled] = await listCancelled(deps, sql`campaign_id = ${campaignId}`)
      if (!cancelled) return null
      return { ...(await countRefunds(deps, campaignId)), at: cancelled.at.toISOString() }
    },

    /** Campaigns with donations that were cancelled in the last 60 days, or whose refunds are not final. */
    async list(): Promise<Cancellation[]> {
      const cancelled = await listCancelled(deps, sql`(${isWatched(deps)} or ${hasOpenRefunds})`)
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

/** Stores a refund for each donation, by age; another job sends them. Safe to interrupt and to run twice: each has an idempotency key. */
async function refundCancelled(
  deps: Deps,
  condition: Sql,
  signal: AbortSignal | undefined,
): Promise<void> {
  const startedAt = performance.now()
  const mayContinue = () => !signal?.aborted && performance.now() - startedAt < runMs
  for (const cancelled of await listCancelled(deps, condition)) {
    const read = (last?: RefundableRow) => listRefundable(deps, cancelled, last?.place ?? '')
    for await (const donations of eachPage(batchSize, read))
      for (const donation of donations) {
        if (!mayContinue()) return enqueueJob(deps.database, refundCancelledJob)
        await refund(deps, cancelled, donation)
      }
  }
}

/** One donation that cannot be refunded does not stop the next. */
async function refund(
  { refunds, log }: Deps,
  { campaignId, uid, reason }: CancelledCampaign,
  { id, earlier }: RefundableRow,
): Promise<void> {
  try {
    await refunds.requestRefund({
      donation: { campaignId, id },
      form: { reason: (reason ?? '').slice(0, 500) || 'The campaign was cancelled.' },
      idempotencyKey: `cancelled ${earlier}`,
      by: { role: 'admin', uid },
      cause: 'cancellation',
    })
  } catch (error) {
    log.error({ err: error, campaignId, donation: id }, 'a refund could not be stored')
  }
}

const isWatched = ({ now }: Deps) => sql`at > ${new Date(now().getTime() - watchedMs)}`
const hasOpenRefunds = sql`exists (
  select from refund where refund.campaign_id = campaign_history.campaign_id and state <> 'processed')`

function listCancelled({ database }: Deps, condition: Sql): Promise<CancelledCampaign[]> {
  return database.rows(
    cancelledRow,
    sql`select distinct on (campaign_id) campaign_id as "campaignId", actor_uid as uid, reason, at
        from campaign_history where event = 'cancel' and ${condition} order by campaign_id, at desc`,
  )
}

const refundableRow = z.object({ id: z.string(), place: z.string(), earlier: z.int() })
type RefundableRow = z.output<typeof refundableRow>

/**
 * Disputed donations are left out: the bank's decision refunds them or not. One that was given up is an admin's, unless nothing was left
 * of the donation then: what the bank or the provider gave back since is refunded.
 */
function listRefundable(
  { database, mode }: Deps,
  { campaignId }: CancelledCampaign,
  after: string,
) {
  const place = sql`to_char(donation."paidAt" at time zone 'utc', 'YYYYMMDDHH24MISSUS') || ' ' || donation.id`
  return database.rows(
    refundableRow,
    sql`select donation.id, ${place} as place, coalesce(known.earlier, 0) as earlier
        from (${refundableAmounts(campaignId)}) donation
        left join (
          select donation_id as id, count(*)::integer as earlier, 
            bool_or(state = 'given-up' and (problem <> 'already-returned' or refusal is not null)) as "isGivenUp"
          from refund where campaign_id = ${campaignId} and cause = 'cancellation' group by donation_id) known using (id)
        where donation.mode = ${mode} and donation.amount > 0 and not donation."isDisputed"
          and not coalesce(known."isGivenUp", false) and ${place} > ${after}
        order by place limit ${batchSize}`,
  )
}

async function findTitle({ database }: Deps, campaignId: string): Promise<string> {
  const donation = await database.value(
    z.string(),
    sql`select campaign_title from donation where campaign_id = ${campaignId} order by id limit 1`,
  )
  return donation ?? ''
}

/** Each donation counts once, by the refund that is furthest from its end. */
async function countRefunds(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  campaignId: string,
): Promise<RefundProgress> {
  const counts = await database.row(
    refundProgressSchema,
    sql`select count(*)::integer as donations,
          (count(*) filter (where state = 'refunded'))::integer as refunded,
          (count(*) filter (where state = 'in-progress'))::integer as "inProgress",
          (count(*) filter (where state = 'waiting'))::integer as waiting,
          (count(*) filter (where state = 'failed'))::integer as failed,
          (count(*) filter (where state = 'needs-attention'))::integer as "needsAttention",
          (count(*) filter (where state = 'given-up'))::integer as "givenUp",
          min("nextAt") as "nextAt"
        from (
          select case
            when known.states && '{given-up}' and donation.amount > 0 then 'given-up'
            when known.states && '{needs-attention}' then 'needs-attention'
            when known.failed then 'failed'
            when known.states && '{requested,held}' or donation.amount > 0 then 'waiting'
            when known.states && '{sent,known}' then 'in-progress'
            else 'refunded' end as state, known."nextAt"
          from (${refundableAmounts(campaignId)}) donation
          left join (
            select donation_id as id, array_agg(state) as states,
              bool_or(state = 'failed' or (state = 'requested' and problem in ('refused', 'insufficient-balance'))) as failed,
              min(next_attempt_at) filter (where state in ('requested', 'held', 'failed')) as "nextAt"
            from refund where campaign_id = ${campaignId} group by donation_id) known using (id)
          where donation.mode = ${mode}) counted`,
  )
  if (!counts) throw new Error('the refunds were not counted')
  return counts
}
