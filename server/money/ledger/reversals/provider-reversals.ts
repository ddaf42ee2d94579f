import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ProviderDispute } from '../../../providers/payments/disputes.ts'
import type { ProviderRefund } from '../../../providers/payments/refunds.ts'
import type { DonationKey } from '../entries/donation-row.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'

const keySchema = z.object({ campaignId: z.string(), id: z.string() })

/** Finds the donation of a refund or dispute by our reference, or by the provider's number of its payment. */
export async function findReversedDonation(
  { database, mode }: LedgerDeps,
  { reference, transactionId }: { reference: string | null; transactionId: number | null },
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

/** A reference that was paid twice has one charge. The refund or dispute of the other payment takes nothing from the donation. */
export async function isOfOtherPayment(
  queries: Queries,
  { campaignId, id }: DonationKey,
  { transactionId }: { transactionId: number | null },
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
  { campaignId, id }: DonationKey,
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
    where not ${isNew}::boolean and known.asked_at <= excluded.asked_at and known.donation_id = excluded.donation_id`)
}

/** As `saveRefund`, for a dispute. */
export async function saveDispute(
  { run }: Queries,
  { campaignId, id }: DonationKey,
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
    where known.asked_at <= excluded.asked_at and known.donation_id = excluded.donation_id`)
}
