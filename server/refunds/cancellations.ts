import * as z from 'zod/mini'

import type { Cancellation, RefundProgress } from '#shared/campaign-money.ts'

import { sql, type Sql } from '../database/sql.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import type { Books } from '../ledger/ledger-deps.ts'
import { leftOf } from './refund-request.ts'
import type { Refunds } from './refunds.ts'

type Parts = Books & { refunds: Pick<Refunds, 'requestRefund'> }

const refundTask = 'refund-cancelled'
/** Entered with the cancelling itself; the clock is for gifts that come later. */
export const cancelledJob = { task: refundTask, key: refundTask }
const atOnce = 100
const dayMs = 86_400_000
/** A payment that was begun before may come weeks later, and goes back like the others. */
const watchedMs = 60 * dayMs
/** What the provider said no to, for want of money perhaps, is asked for again. */
const askAgainMs = 3_600_000

const cancelledRow = z.object({
  campaignId: z.string(),
  uid: z.string(),
  reason: z.nullable(z.string()),
  at: z.date(),
})
type Cancelled = z.output<typeof cancelledRow>

/** A campaign that was cancelled keeps nothing: every gift goes back, whenever it comes, and whatever interrupts it. */
export function openCancellations(parts: Parts) {
  return {
    task: {
      name: refundTask,
      cron: '* * * * *',
      run: () => refundCancelled(parts),
    } satisfies Task,

    /** Null while it is not cancelled. */
    async progressOf(campaignId: string): Promise<(RefundProgress & { at: string }) | null> {
      const [cancelled] = await listCancelled(parts, sql`campaign_id = ${campaignId}`)
      if (!cancelled) return null
      return { ...(await countsOf(parts, campaignId)), at: cancelled.at.toISOString() }
    },

    /** Those of the last weeks that were given to, newest first. */
    async list(): Promise<Cancellation[]> {
      const cancelled = await listCancelled(parts, watched(parts))
      const listed = await Promise.all(
        cancelled.map(async ({ campaignId, reason, at }) => ({
          id: campaignId,
          title: await titleOf(parts, campaignId),
          reason: reason ?? '',
          at: at.toISOString(),
          ...(await countsOf(parts, campaignId)),
        })),
      )
      return listed.filter(({ gifts }) => gifts > 0)
    },
  }
}

/** Asks for what has not been asked for. Cut short, or run twice at once, it asks for nothing twice: each request has a key. */
async function refundCancelled(parts: Parts): Promise<void> {
  for (const cancelled of await listCancelled(parts, watched(parts))) {
    const gifts = await dueGifts(parts, cancelled)
    for (const gift of gifts) await sendBack(parts, cancelled, gift)
    if (gifts.length === atOnce)
      await enqueueJob(parts.database, { task: refundTask, key: `${refundTask} on` })
  }
}

async function sendBack(parts: Parts, cancelled: Cancelled, gift: DueGift): Promise<void> {
  const { campaignId, uid, reason } = cancelled
  await parts.refunds.requestRefund({
    donation: { campaignId, id: gift.id },
    form: { reason: (reason ?? '').slice(0, 500) || 'The campaign was cancelled.' },
    key: `cancelled ${gift.tries}`,
    by: { role: 'admin', uid },
  })
}

const watched = ({ now }: Parts) => sql`at > ${new Date(now().getTime() - watchedMs)}`

function listCancelled({ database }: Parts, where: Sql): Promise<Cancelled[]> {
  return database.rows(
    cancelledRow,
    sql`select distinct on (campaign_id) campaign_id as "campaignId", actor_uid as uid, reason, at
        from campaign_history where event = 'cancel' and ${where} order by campaign_id, at desc`,
  )
}

const dueRow = z.object({ id: z.string(), tries: z.int() })
type DueGift = z.output<typeof dueRow>

const refusedOf = (campaignId: string) => sql`
  select donation_id as id, count(*)::integer as tries, max(created_at) as last_at from refund_request
  where campaign_id = ${campaignId} and state = 'refused' group by donation_id`

/** What is left of each gift, but for those that a bank disputes: they go back, or not, by its word. */
function dueGifts({ database, mode, now }: Parts, { campaignId }: Cancelled): Promise<DueGift[]> {
  return database.rows(
    dueRow,
    sql`select gift.id, coalesce(refused.tries, 0) as tries
        from (${leftOf(campaignId)}) gift
        left join (${refusedOf(campaignId)}) refused using (id)
        where gift.mode = ${mode} and gift.amount > 0 and not gift."isDisputed"
          and (refused.last_at is null or refused.last_at <= ${new Date(now().getTime() - askAgainMs)})
        limit ${atOnce}`,
  )
}

const countsRow = z.object({
  gifts: z.int(),
  back: z.int(),
  onTheWay: z.int(),
  waiting: z.int(),
  refused: z.int(),
})

async function countsOf({ database, mode }: Parts, campaignId: string): Promise<RefundProgress> {
  const counts = await database.row(
    countsRow,
    sql`select count(*)::integer as gifts,
          (count(*) filter (where raised <= 0))::integer as back,
          (count(*) filter (where raised > 0 and gift.amount <= 0))::integer as "onTheWay",
          (count(*) filter (where raised > 0 and gift.amount > 0 and refused.id is null))::integer as waiting,
          (count(*) filter (where raised > 0 and gift.amount > 0 and refused.id is not null))::integer as refused
        from (${leftOf(campaignId)}) gift
        left join (${refusedOf(campaignId)}) refused using (id)
        cross join lateral (
          select sum(raised_kobo) as raised from ledger_entry entry
          where entry.campaign_id = ${campaignId} and entry.donation_id = gift.id) booked
        where gift.mode = ${mode}`,
  )
  return counts ?? { gifts: 0, back: 0, onTheWay: 0, waiting: 0, refused: 0 }
}

async function titleOf({ database }: Parts, campaignId: string): Promise<string> {
  const found = await database.row(
    z.object({ title: z.string() }),
    sql`select campaign_title as title from donation where campaign_id = ${campaignId} limit 1`,
  )
  return found?.title ?? ''
}
