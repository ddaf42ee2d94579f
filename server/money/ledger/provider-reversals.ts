import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  isLost,
  isOpen,
  type ProviderDispute,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import type { DonationKey, LedgerDeps } from './provider-report.ts'

const keySchema = z.object({ campaignId: z.string(), id: z.string() })

/** `isHeld`: of a payment that is no donation, in the campaign that has its entries. Its donation, if it has one, is not charged. */
export type Reversed = { campaignId: string; id: string | null; isHeld: boolean }
type OfPayment = { reference: string | null; transactionId: number | null }

/** What a refund or dispute takes from. A reference that was paid twice has one charge, from which the other payment takes nothing. */
export async function findReversed(
  deps: LedgerDeps,
  reversal: OfPayment,
): Promise<Reversed | undefined> {
  const { database, mode } = deps
  const known = await findDonation(deps, reversal)
  const isOther = known && (await isOfOtherPayment(database, known, reversal))
  const donation = isOther ? undefined : known
  const held = await database.row(
    z.object({ campaignId: z.string() }),
    sql`select booked_in as "campaignId" from quarantined_payment
        where mode = ${mode} and transaction_id = ${reversal.transactionId} and booked_in is not null and state <> 'accepted'`,
  )
  if (!held) return donation && { ...donation, isHeld: false }
  const { campaignId } = held
  const id = donation?.campaignId === campaignId ? donation.id : null
  return { campaignId, id, isHeld: true }
}

/** By our reference, or by the provider's number of the payment. */
async function findDonation(
  { database, mode }: LedgerDeps,
  { reference, transactionId }: OfPayment,
): Promise<DonationKey | undefined> {
  const byReference =
    reference === null
      ? undefined
      : await database.row(
          keySchema,
          sql`select campaign_id as "campaignId", donation_id as id from donation_reference where reference = ${reference}`,
        )
  if (byReference || transactionId === null) return byReference
  return database.row(
    keySchema,
    sql`select campaign_id as "campaignId", donation_id as id from provider_payment
        where mode = ${mode} and transaction_id = ${transactionId}`,
  )
}

async function isOfOtherPayment(
  queries: Queries,
  { campaignId, id }: DonationKey,
  { transactionId }: OfPayment,
): Promise<boolean> {
  const other = await queries.row(
    z.object({}),
    sql`select from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge' and transaction_id <> ${transactionId}`,
  )
  return other !== undefined
}

/** Whether an admin has or had to decide about a payment that is no donation. */
export async function isOnHold(
  { database, mode }: LedgerDeps,
  { transactionId }: ProviderDispute,
): Promise<boolean> {
  const payment = await database.row(
    z.object({}),
    sql`select from quarantined_payment where mode = ${mode} and transaction_id = ${transactionId} limit 1`,
  )
  return payment !== undefined
}

/** The same of a `dispute` in SQL as `isLost` of one in memory. */
export const isLostDispute = sql`(
  dispute.status in ('resolved', 'archived') and dispute.resolution in ('merchant-accepted', 'auto-accepted'))`

/** The amount of the payment of a `dispute`. */
export const disputedPayment = sql`
  select amount_kobo as kobo from provider_payment paid
  where paid.campaign_id = dispute.campaign_id and paid.donation_id = dispute.donation_id
  union all
  select net_kobo + fee_kobo from quarantined_payment held
  where held.mode = dispute.mode and held.transaction_id = dispute.transaction_id and booked_in is not null
  limit 1`

/** True of a `donation` that has a refund, dispute or reversal entry, so that its reversals must be booked anew. */
export const hasReversals = sql`(
  exists (select from provider_refund refund where refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id)
  or exists (
    select from provider_dispute dispute where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id)
  or exists (
    select from ledger_entry entry where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
      and entry.reversal_key is not null))`

/** `isNew`: the response to the call that made the refund, which is older than every other report of it. */
export type RefundReport = { refund: ProviderRefund; askedAt: Date; isNew?: boolean }

/** Saves the provider's latest report of a refund. A report that was asked for earlier never overwrites a later one. */
export async function saveRefund(
  { run }: Queries,
  { campaignId, id }: Pick<Reversed, 'campaignId' | 'id'>,
  { refund, askedAt, isNew = false }: RefundReport,
): Promise<void> {
  await run(sql`
    insert into provider_refund as known (
      campaign_id, refund_id, mode, donation_id, transaction_id, dispute_id, amount_kobo, currency, status, merchant_note,
      deducted_kobo, refunded_at, created_at, asked_at)
    values (
      ${campaignId}, ${refund.refundId}, ${refund.mode}, ${id}, ${refund.transactionId}, ${refund.disputeId}, ${refund.amount},
      ${refund.currency}, ${refund.status}, ${refund.merchantNote}, ${refund.deducted}, ${refund.refundedAt}, ${refund.createdAt},
      ${askedAt})
    on conflict (campaign_id, mode, refund_id) do update set
      dispute_id = excluded.dispute_id, amount_kobo = excluded.amount_kobo, currency = excluded.currency, status = excluded.status,
      merchant_note = coalesce(excluded.merchant_note, known.merchant_note),
      deducted_kobo = coalesce(excluded.deducted_kobo, known.deducted_kobo),
      refunded_at = coalesce(excluded.refunded_at, known.refunded_at), asked_at = excluded.asked_at
    where not ${isNew}::boolean and known.asked_at <= excluded.asked_at
      and known.donation_id is not distinct from excluded.donation_id`)
}

/** As `saveRefund`, for a dispute. */
export async function saveDispute(
  { run }: Queries,
  { campaignId, id }: Pick<Reversed, 'campaignId' | 'id'>,
  { dispute, askedAt }: { dispute: ProviderDispute; askedAt: Date },
): Promise<void> {
  await run(sql`
    insert into provider_dispute as known (
      campaign_id, dispute_id, mode, donation_id, transaction_id, refund_kobo, status, resolution, category, due_at,
      resolved_at, asked_at)
    values (
      ${campaignId}, ${dispute.disputeId}, ${dispute.mode}, ${id}, ${dispute.transactionId}, ${dispute.refundAmount},
      ${dispute.status}, ${dispute.resolution}, ${dispute.category}, ${dispute.dueAt}, ${dispute.resolvedAt}, ${askedAt})
    on conflict (campaign_id, mode, dispute_id) do update set
      refund_kobo = excluded.refund_kobo, status = excluded.status, resolution = excluded.resolution,
      category = excluded.category, due_at = excluded.due_at, resolved_at = excluded.resolved_at,
      asked_at = excluded.asked_at
    where known.asked_at <= excluded.asked_at and known.donation_id is not distinct from excluded.donation_id`)
}

/** A payment reported as reversed, without a refund or dispute that explains it, is booked as a bank reversal after a day. */
export const unexplainedMs = 24 * 3_600_000

const reportedSchema = z.object({
  source: z.enum(['refund', 'dispute', 'payment']),
  id: z.int(),
  disputeId: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  withheldFee: z.int(),
  status: z.string(),
  resolution: z.nullable(z.string()),
  effectiveAt: z.date(),
})

/** A payment that is charged or in the clearing account. `id`: of its donation. */
type Payment = {
  campaignId: string
  id: string | null
  mode: PaymentMode
  transactionId: number
}

/** The processed refunds and lost disputes of a payment, or its bank reversal. What is still pending takes nothing. */
export async function listReversals(
  queries: Transaction,
  payment: Payment,
  at: Date,
): Promise<Reversal[]> {
  const reported = await listReported(queries, payment, at)
  const refunds = reported.filter(({ source }) => source === 'refund')
  const disputes = reported.filter(({ source }) => source === 'dispute')
  const { mode } = payment
  // The provider may pay a lost dispute as a refund that names it: the same money.
  const isPaidByDispute = (disputeId: number | null) =>
    disputes.some((dispute) => dispute.id === disputeId && isLost(dispute))
  const known: Reversal[] = [
    ...refunds
      .filter(({ status, disputeId }) => status === 'processed' && !isPaidByDispute(disputeId))
      .map(({ id: refundId, amount, withheldFee, effectiveAt }) => ({
        key: `refund:${mode}:${refundId}`,
        kind: 'refund' as const,
        amount,
        withheldFee,
        effectiveAt,
      })),
    ...disputes.filter(isLost).map(({ id: disputeId, amount, effectiveAt }) => ({
      key: `chargeback:${mode}:${disputeId}`,
      kind: 'chargeback' as const,
      amount,
      effectiveAt,
    })),
  ]
  const isExplained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some((dispute) => isOpen(dispute) || isLost(dispute))
  if (isExplained) return known
  const reversed = reported.filter(({ source }) => source === 'payment')
  return [
    ...known,
    ...reversed.map(({ id: transactionId, effectiveAt }) => ({
      key: `bank_reversal:${mode}:${transactionId}`,
      kind: 'bank_reversal' as const,
      amount: null,
      effectiveAt,
    })),
  ]
}

/** The provider's fee that a donor did not get back with a `refund` that the provider reported, also before our row has its number. */
export const withheldFee = sql`coalesce((
  select max(own.withheld_fee_kobo) from refund own
  where own.campaign_id = refund.campaign_id and own.donation_id = refund.donation_id and own.mode = refund.mode
    and (own.refund_id = refund.refund_id
      or own.refund_id is null and starts_with(refund.merchant_note, 'Ajo ' || own.id))), 0)`

/** The refunds and disputes, and the payment of a donation if it was reported as reversed for a day. */
function listReported(
  queries: Transaction,
  { campaignId, id, mode, transactionId }: Payment,
  at: Date,
) {
  return queries.rows(
    reportedSchema,
    sql`select 'refund' as source, refund_id as id, dispute_id as "disputeId", amount_kobo as amount, ${withheldFee}::bigint as "withheldFee",
          status, null as resolution, coalesce(refunded_at, ${at}::timestamptz) as "effectiveAt"
        from provider_refund refund
        where campaign_id = ${campaignId} and mode = ${mode} and transaction_id = ${transactionId} and currency = 'NGN'
        union all
        select 'dispute', dispute_id, null, refund_kobo, 0, status, resolution, coalesce(resolved_at, ${at}::timestamptz)
        from provider_dispute
        where campaign_id = ${campaignId} and mode = ${mode}
          and (transaction_id = ${transactionId} or (transaction_id is null and donation_id = ${id}))
        union all
        select 'payment', transaction_id, null, null, 0, status, null, reversed_since from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
}

export type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** A refund, a lost dispute or a bank reversal of one payment. Null: all that is left, until the provider names an amount. */
export type Reversal = {
  key: string
  kind: ReversalKind
  amount: number | null
  withheldFee?: number
  effectiveAt: Date
}

/** What the donor receives, the part of it that the owner bears, and what reduces what was raised. */
export type Share = Pick<Reversal, 'key' | 'kind' | 'effectiveAt'> & {
  donor: number
  owner: number
  raised: number
}

/**
 * Allocates what a donation holds to its reversals. The owner bears them up to the charge; what exceeds it is the platform's loss. The
 * order of the keys decides, so that the order of arrival does not matter. A card fee that the donor paid on top is not part of the
 * donation: the donation is reversed before it. The fee that a donor does not get back ends a part of the donation too.
 */
export function allocateReversals(
  reversals: readonly Reversal[],
  { charged, credited }: { charged: number; credited: number },
): Share[] {
  let [ownerLeft, raisedLeft] = [charged, credited]
  return reversals
    .toSorted(compare)
    .map(({ key, kind, amount, withheldFee: fee = 0, effectiveAt }) => {
      const donor = amount ?? ownerLeft
      const owner = Math.min(donor, ownerLeft)
      const raised = Math.min(donor + fee, raisedLeft)
      ownerLeft -= owner
      raisedLeft -= raised
      return { key, kind, effectiveAt, donor, owner, raised }
    })
}

/** Reversals without an amount come last: they take what the others leave. */
function compare(one: Reversal, other: Reversal) {
  const byAmount = Number(one.amount === null) - Number(other.amount === null)
  if (byAmount !== 0) return byAmount
  return one.key < other.key ? -1 : 1
}
