import * as z from 'zod/mini'

import { sql } from '../../../platform/database/sql.ts'
import { openSweep, watchList } from '../../../platform/queue/sweep.ts'
import { throwOneFailure } from '../../../platform/runtime/outage.ts'
import type { LedgerDeps, PaymentDeps } from '../entries/ledger-deps.ts'
import { applyDispute, applyRefund, type ReversalOutcome } from '../reversals/apply-reversals.ts'
import { bookReversals } from '../reversals/book-reversals.ts'
import { unexplainedMs } from '../reversals/list-reversals.ts'
import { watchQuarantinedRefunds } from './quarantined-refunds.ts'
import { collectUnreadable } from './unreadable-rows.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>
type Counts = Record<ReversalOutcome, number>

const listedMs = 30 * 24 * 3_600_000
/** The list refreshes recent ones every hour. Older ones are asked for one by one. */
const askedMs = 6 * 3_600_000
const maxAsked = 200

export function reversalSweep(deps: Deps) {
  return {
    /**
     * Applies the provider's refunds and disputes of the last 30 days, asks for older ones until they are final, and books bank reversals
     * that nothing explains, if both lists could be read. One that fails is tried again by itself, and a list that fails stops no other.
     */
    async reconcileReversals(): Promise<Counts> {
      const counts = { booked: 0, unchanged: 0, quarantined: 0, unknown: 0 }
      const failures: unknown[] = []
      const lists = { refunds: applyRefunds, disputes: applyDisputes }
      const steps = [
        ...Object.entries(lists).map(
          ([name, apply]) =>
            () =>
              watchList(deps, name, () => apply(deps, counts)),
        ),
        () => applyOpen(deps, counts),
        () => watchQuarantinedRefunds(deps),
      ]
      for (const step of steps) await step().catch((error: unknown) => failures.push(error))
      throwOneFailure(failures)
      await bookUnexplained(deps, counts)
      return counts
    },
  }
}

async function applyRefunds(deps: Deps, counts: Counts): Promise<void> {
  const askedAt = deps.now()
  const { onUnreadable, save } = collectUnreadable(deps)
  const sweep = await openSweep(deps, 'refund')
  for await (const refund of deps.payments.refunds.listSince(toStart(askedAt), { onUnreadable })) {
    const work = () => applyRefund(deps, { refund, source: 'sweep', askedAt })
    count(counts, await sweep.run(String(refund.refundId), work))
  }
  await save()
}

async function applyDisputes(deps: Deps, counts: Counts): Promise<void> {
  const askedAt = deps.now()
  const { onUnreadable, save } = collectUnreadable(deps)
  const sweep = await openSweep(deps, 'dispute')
  for await (const dispute of deps.payments.disputes.listSince(toStart(askedAt), {
    onUnreadable,
  })) {
    const work = () => applyDispute(deps, { dispute, source: 'sweep', askedAt })
    count(counts, await sweep.run(String(dispute.disputeId), work))
  }
  await save()
}

const toStart = (askedAt: Date) => new Date(askedAt.getTime() - listedMs)

async function bookUnexplained(deps: Deps, counts: Counts): Promise<void> {
  const sweep = await openSweep(deps, 'bank reversal')
  for (const donation of await listUnexplained(deps)) {
    const booked = await sweep.run(donation.id, () => bookReversals(deps, donation, 'sweep'))
    if (booked) counts.booked += 1
  }
}

/** A refund can need attention for months, and a dispute can be reopened: none is forgotten before it is final. */
async function applyOpen(deps: Deps, counts: Counts): Promise<void> {
  const { refunds, disputes } = deps.payments
  const [refundSweep, disputeSweep] = await openSweeps(deps)
  for (const { id, kind } of await listOpen(deps)) {
    const report = { source: 'sweep' as const, askedAt: deps.now() }
    const askRefund = async () => {
      const refund = await refunds.find(id)
      return refund ? applyRefund(deps, { refund, ...report }) : ('unknown' as const)
    }
    const askDispute = async () => {
      const dispute = await disputes.find(id)
      return dispute ? applyDispute(deps, { dispute, ...report }) : ('unknown' as const)
    }
    const outcome =
      kind === 'refund'
        ? await refundSweep.run(String(id), askRefund)
        : await disputeSweep.run(String(id), askDispute)
    count(counts, outcome)
  }
}

const openSweeps = (deps: Deps) =>
  Promise.all([openSweep(deps, 'refund'), openSweep(deps, 'dispute')])

function count(counts: Counts, outcome: ReversalOutcome | undefined) {
  if (outcome) counts[outcome] += 1
}

/** Those whose last answer is the oldest come first, so that none waits for ever. */
function listOpen({ database, mode, now }: Deps) {
  const before = new Date(now().getTime() - askedMs)
  return database.rows(
    z.object({ id: z.int(), kind: z.enum(['refund', 'dispute']) }),
    sql`select id, kind from (
          select refund_id as id, 'refund' as kind, asked_at from provider_refund
          where mode = ${mode} and status not in ('processed', 'failed')
          union all
          select dispute_id, 'dispute', asked_at from provider_dispute
          where mode = ${mode} and status not in ('resolved', 'archived')) open
        where asked_at <= ${before} order by asked_at limit ${maxAsked}`,
  )
}

function listUnexplained({ database, mode, now }: Deps) {
  return database.rows(
    z.object({ campaignId: z.string(), id: z.string() }),
    sql`select campaign_id as "campaignId", donation_id as id from provider_payment known
        where reversed_since <= ${new Date(now().getTime() - unexplainedMs)} and mode = ${mode}
          and exists (
            select from ledger_entry entry
            where entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id
            having sum(raised_kobo) > 0)`,
  )
}
