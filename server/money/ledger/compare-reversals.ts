import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import {
  isLost,
  type ProviderDispute,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import type { CompareDeps, OnUnreadable, Span } from './compare-payments.ts'
import type { Difference } from './differences.ts'

/** A refund is booked within days after it was created, and a dispute is decided within weeks. */
const refundMs = 10 * 86_400_000
const disputeMs = 30 * 86_400_000

/** The response to a request of ours can be lost; it is then found within minutes. */
const savedWithinMs = 3_600_000

/** Where the provider gives no date, an entry has the date on which it was booked. A date may be corrected by hours. */
const datedWithinMs = 86_400_000

/** What the provider says about a refund or dispute, in the terms of the ledger. */
type Reversal = {
  key: string
  transactionId: number | null
  amount: number | null
  isFinal: boolean
  status: string
  createdAt: Date | null
  /** When the money moved. */
  at: Date | null
}

/** Compares the booked refunds and lost disputes with the provider's, both ways. */
export async function compareReversals(
  deps: CompareDeps,
  { from, to }: Span,
  onUnreadable: OnUnreadable,
): Promise<Difference[]> {
  const { payments } = deps
  const disputes: ProviderDispute[] = []
  const disputesFrom = new Date(from.getTime() - disputeMs)
  for await (const dispute of payments.disputes.listSince(disputesFrom, { to, onUnreadable }))
    disputes.push(dispute)
  const refunds: ProviderRefund[] = []
  const refundsFrom = new Date(from.getTime() - refundMs)
  for await (const refund of payments.refunds.listSince(refundsFrom, { to, onUnreadable }))
    refunds.push(refund)
  const lost = new Set(disputes.filter(isLost).map(({ disputeId }) => disputeId))
  const listed = [
    ...refunds.map((refund) => fromRefund(refund, lost)),
    ...disputes.map(fromDispute),
  ]
  // Earlier ones are listed because their entries may be of this span. They are compared with those of their own day.
  const isOfSpan = ({ createdAt }: { createdAt: Date | null }) => !createdAt || createdAt >= from
  return [
    ...(await compareListed(deps, listed.filter(isOfSpan))),
    ...(await findUnlisted(deps, { from, to }, listed)),
    ...(await findUnrequested(deps, refunds.filter(isOfSpan))),
  ]
}

/** A refund that pays a lost dispute is the same money, and booked as the dispute. */
const fromRefund = (refund: ProviderRefund, lost: ReadonlySet<number>): Reversal => ({
  key: `refund:${refund.mode}:${refund.refundId}`,
  transactionId: refund.transactionId,
  amount: refund.amount,
  isFinal: refund.status === 'processed' && !lost.has(refund.disputeId ?? 0),
  status: refund.status,
  createdAt: refund.createdAt,
  at: refund.refundedAt,
})

const fromDispute = (dispute: ProviderDispute): Reversal => ({
  key: `chargeback:${dispute.mode}:${dispute.disputeId}`,
  transactionId: dispute.transactionId,
  amount: dispute.refundAmount,
  isFinal: isLost(dispute),
  status: dispute.resolution ?? dispute.status,
  createdAt: dispute.createdAt,
  at: dispute.resolvedAt,
})

const bookedSchema = z.object({
  key: z.string(),
  reversed: z.int(),
  isKnown: z.boolean(),
  effectiveAt: z.nullable(z.date()),
  bookedAt: z.nullable(z.date()),
})

/** What is booked under these keys, and whether the reversal belongs to a booked payment. */
async function compareListed(
  { database, mode }: CompareDeps,
  listed: readonly Reversal[],
): Promise<Difference[]> {
  const keys = listed.map(({ key }) => key)
  const rows = await database.rows(
    bookedSchema,
    sql`select wanted.key, coalesce(booked.reversed, 0)::bigint as reversed, known.is_known as "isKnown",
          booked.effective_at as "effectiveAt", booked.booked_at as "bookedAt"
        from unnest(${keys}::text[], ${listed.map(({ transactionId }) => transactionId)}::bigint[]) as wanted (key, transaction_id)
        cross join lateral (
          select exists (
            select from provider_transaction bound
            join donation_reference known on known.reference = bound.reference
            join ledger_entry charge on charge.campaign_id = known.campaign_id and charge.donation_id = known.donation_id
            where bound.mode = ${mode} and bound.transaction_id = wanted.transaction_id and charge.kind = 'charge'
              and charge.transaction_id = wanted.transaction_id) or exists (
            select from quarantined_payment held
            where held.mode = ${mode} and held.transaction_id = wanted.transaction_id and booked_in is not null) as is_known) known
        left join (
          select reversal_key as key, -sum(donor_clearing_kobo) as reversed,
            (array_agg(effective_at order by booked_at desc) filter (where kind in ('refund', 'chargeback') and donor_clearing_kobo < 0))[1] as effective_at,
            max(booked_at) filter (where kind in ('refund', 'chargeback') and donor_clearing_kobo < 0) as booked_at
          from ledger_entry
          where mode = ${mode} and reversal_key = any(${keys}) group by reversal_key) booked on booked.key = wanted.key`,
  )
  const bookedByKey = new Map(rows.map((row) => [row.key, row]))
  return listed.flatMap((reversal) => {
    const booked = bookedByKey.get(reversal.key)
    const { reversed = 0, isKnown = false } = booked ?? {}
    const differences = compareReversal(reversal, reversed, isKnown)
    const isBooked = booked !== undefined && reversed > 0
    return isBooked ? [...differences, ...compareDate(reversal, booked)] : differences
  })
}

function compareDate(
  { key, at }: Reversal,
  { effectiveAt, bookedAt }: z.output<typeof bookedSchema>,
): Difference[] {
  if (!at || !effectiveAt || !bookedAt) return []
  const isNear = (date: Date) => Math.abs(effectiveAt.getTime() - date.getTime()) <= datedWithinMs
  if (isNear(at) || isNear(bookedAt)) return []
  return [{ kind: 'date-differs', key, ours: effectiveAt.toISOString(), theirs: at.toISOString() }]
}

function compareReversal(
  { key, amount, isFinal, status }: Reversal,
  reversed: number,
  isKnown: boolean,
): Difference[] {
  const noun = key.startsWith('refund') ? 'refund' : 'dispute'
  const sides = { key, ours: String(reversed), theirs: `${amount ?? ''} ${status}` }
  if (!isFinal) return reversed === 0 ? [] : [{ kind: `entry-without-${noun}`, ...sides }]
  const isBooked = amount === null ? reversed > 0 : reversed === amount
  // A final reversal of a payment that is not ours has no entry.
  return isBooked || (reversed === 0 && !isKnown)
    ? []
    : [{ kind: `${noun}-without-entry`, ...sides }]
}

/** Booked in the span, and not in the lists: the provider is asked for each. */
async function findUnlisted(
  { database, mode, payments }: CompareDeps,
  { from, to }: Span,
  listed: readonly Reversal[],
): Promise<Difference[]> {
  const seen = new Set(listed.map(({ key }) => key))
  const booked = await database.rows(
    z.object({ key: z.string(), reversed: z.int() }),
    sql`select reversal_key as key, -sum(donor_clearing_kobo)::bigint as reversed from ledger_entry
        where mode = ${mode} and reversal_key similar to '(refund|chargeback):%' and reversal_key in (
          select reversal_key from ledger_entry
          where mode = ${mode} and booked_at >= ${from} and booked_at < ${to} and reversal_key is not null)
        group by reversal_key having sum(donor_clearing_kobo) <> 0`,
  )
  const differences: Difference[] = []
  for (const { key, reversed } of booked) {
    if (seen.has(key)) continue
    const id = Number(key.split(':')[2])
    const reversal = key.startsWith('refund')
      ? await payments.refunds.find(id).then((refund) => refund && fromRefund(refund, new Set()))
      : await payments.disputes.find(id).then((dispute) => dispute && fromDispute(dispute))
    const unknown = {
      key,
      transactionId: null,
      amount: null,
      isFinal: false,
      status: 'unknown',
      createdAt: null,
      at: null,
    }
    differences.push(...compareReversal(reversal ?? unknown, reversed, true))
  }
  return differences
}

/** Refunds without a request on Ajo: made on the provider's pages, or with a stolen key. */
async function findUnrequested(
  { database, mode, now }: CompareDeps,
  refunds: readonly ProviderRefund[],
): Promise<Difference[]> {
  const before = now().getTime() - savedWithinMs
  const made = refunds.filter(
    ({ disputeId, status, createdAt }) =>
      disputeId === null && status !== 'failed' && (createdAt?.getTime() ?? 0) < before,
  )
  const ids = made.map(({ refundId }) => refundId)
  const requested = await database.rows(
    z.object({ refundId: z.int() }),
    sql`select refund_id as "refundId" from refund where mode = ${mode} and refund_id = any(${ids}::bigint[])
        union all
        select refund_id from quarantined_payment where mode = ${mode} and refund_id = any(${ids}::bigint[])`,
  )
  const requestedIds = new Set(requested.map(({ refundId }) => refundId))
  return made
    .filter(({ refundId }) => !requestedIds.has(refundId))
    .map(({ refundId, amount, status }) => ({
      kind: 'refund-without-request',
      key: `refund:${mode}:${refundId}`,
      ours: null,
      theirs: `${amount} ${status}`,
    }))
}
