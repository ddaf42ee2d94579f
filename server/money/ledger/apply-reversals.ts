import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import {
  isOpen,
  type ProviderDispute,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import type { LedgerDeps, PaymentDeps, PaymentSource } from './provider-report.ts'
import { bookHeldReversals, quarantineReversal } from './quarantine.ts'
import {
  bookReversals,
  findReversed,
  isOnHold,
  type Reversed,
  saveDispute,
  saveRefund,
  unexplainedMs,
} from './book-reversals.ts'
import { openSweep, watchList } from '../../platform/queue/sweep.ts'
import { collectUnreadable } from './differences.ts'
import { throwOneFailure } from '../../platform/runtime/errors.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** unknown: the refund or dispute is of no donation of ours, or of a payment that was not counted. quarantined: for an admin. */
export type ReversalOutcome = 'booked' | 'unchanged' | 'quarantined' | 'unknown'
type RefundReport = { refund: ProviderRefund; source: PaymentSource; askedAt: Date }
type DisputeReport = { dispute: ProviderDispute; source: PaymentSource; askedAt: Date }

/** Records refunds and disputes. Webhooks about them carry few facts, so the provider is always asked. */
export function reversalApplication(deps: Deps) {
  const { payments, now, database, mode } = deps

  return {
    applyRefund: (report: RefundReport) => applyRefund(deps, report),
    applyDispute: (report: DisputeReport) => applyDispute(deps, report),

    /** Asks the provider for all refunds of a payment that it has reported before. */
    async verifyPaymentRefunds(reference: string, source: PaymentSource): Promise<void> {
      const payment = await findPayment(reference)
      if (payment === undefined) return
      const askedAt = now()
      for (const refund of await payments.refunds.listForTransaction(payment.transactionId))
        await applyRefund(deps, { refund: { ...refund, reference }, source, askedAt })
    },

    async verifyDispute(disputeId: number, source: PaymentSource): Promise<ReversalOutcome> {
      const askedAt = now()
      const dispute = await payments.disputes.find(disputeId)
      return dispute ? applyDispute(deps, { dispute, source, askedAt }) : 'unknown'
    },
  }

  function findPayment(reference: string) {
    return database.row(
      z.object({ transactionId: z.int() }),
      sql`select transaction_id as "transactionId"
          from donation_reference join provider_payment using (campaign_id, donation_id)
          where reference = ${reference} and mode = ${mode}`,
    )
  }
}

export async function applyRefund(
  deps: LedgerDeps,
  { refund, source, askedAt }: RefundReport,
): Promise<ReversalOutcome> {
  const reversed = await findReversed(deps, refund)
  if (reversed === undefined) return 'unknown'
  if (refund.mode !== deps.mode || refund.currency !== 'NGN')
    return quarantineReversal(deps, { reversal: refund, kind: 'refund' })
  await saveRefund(deps.database, reversed, { refund, askedAt })
  return book(deps, reversed, { ...refund, source })
}

export async function applyDispute(
  deps: LedgerDeps,
  { dispute, source, askedAt }: DisputeReport,
): Promise<ReversalOutcome> {
  const reversed = await findReversed(deps, dispute)
  // An admin answers it at the provider, where it is lost after its deadline.
  const isForAdmin = !reversed?.id && isOpen(dispute) && (await isOnHold(deps, dispute))
  if (isForAdmin) await quarantineReversal(deps, { reversal: dispute, kind: 'dispute' })
  if (reversed === undefined) return isForAdmin ? 'quarantined' : 'unknown'
  if (dispute.mode !== deps.mode || (dispute.currency !== null && dispute.currency !== 'NGN'))
    return quarantineReversal(deps, { reversal: dispute, kind: 'dispute' })
  await saveDispute(deps.database, reversed, { dispute, askedAt })
  return book(deps, reversed, { ...dispute, source })
}

async function book(
  deps: LedgerDeps,
  { campaignId, id, isHeld }: Reversed,
  { transactionId, source }: { transactionId: number | null; source: PaymentSource },
): Promise<ReversalOutcome> {
  let entries = 0
  if (isHeld) entries = await bookHeldReversals(deps, { campaignId, transactionId })
  else if (id !== null) entries = await bookReversals(deps, { campaignId, id }, source)
  return entries > 0 ? 'booked' : 'unchanged'
}

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
