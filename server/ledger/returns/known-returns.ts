import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import type { ProviderDispute } from '../../providers/payments/disputes.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import type { Books } from '../ledger-deps.ts'
import type { DonationPlace } from './settle-returns.ts'

const placeSchema = z.object({ campaignId: z.string(), id: z.string() })

type Named = { reference: string | null; transactionId: number | null }

/** The donation that a refund or dispute is about: by our reference, or by the payment that we know under the provider's number. */
export async function findReturned(
  { database, mode }: Books,
  { reference, transactionId }: Named,
): Promise<DonationPlace | undefined> {
  const byReference =
    reference === null
      ? undefined
      : await database.row(
          placeSchema,
          sql`select campaign_id as "campaignId", donation_id as id from donation_reference where reference = ${reference}`,
        )
  if (byReference || transactionId === null) return byReference
  return database.row(
    placeSchema,
    sql`select campaign_id as "campaignId", donation_id as id from provider_payment
        where mode = ${mode} and transaction_id = ${transactionId}`,
  )
}

/** True of a `donation` of which money went back, or is on its way: what it comes to has to be worked out. */
export const hasReturns = sql`(
  exists (select from provider_refund refund where refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id)
  or exists (
    select from provider_dispute dispute where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id)
  or exists (
    select from ledger_entry entry where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
      and entry.return_key is not null))`

/** Writes down what the provider last said of a refund. Of two answers the one asked for later stands. */
export async function keepRefund(
  queries: Queries,
  { campaignId, id }: DonationPlace,
  { refund, askedAt }: { refund: ProviderRefund; askedAt: Date },
): Promise<boolean> {
  return kept(
    queries,
    sql`
    insert into provider_refund as known (
      campaign_id, refund_id, mode, donation_id, transaction_id, dispute_id, amount_kobo, currency, status, created_at,
      asked_at)
    values (
      ${campaignId}, ${refund.refundId}, ${refund.mode}, ${id}, ${refund.transactionId}, ${refund.disputeId}, ${refund.amount},
      ${refund.currency}, ${refund.status}, ${refund.createdAt}, ${askedAt})
    on conflict (campaign_id, mode, refund_id) do update set
      dispute_id = excluded.dispute_id, amount_kobo = excluded.amount_kobo, status = excluded.status,
      asked_at = excluded.asked_at
    where known.asked_at <= excluded.asked_at and known.donation_id = excluded.donation_id`,
  )
}

export async function keepDispute(
  queries: Queries,
  { campaignId, id }: DonationPlace,
  { dispute, askedAt }: { dispute: ProviderDispute; askedAt: Date },
): Promise<boolean> {
  return kept(
    queries,
    sql`
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
    where known.asked_at <= excluded.asked_at and known.donation_id = excluded.donation_id`,
  )
}

async function kept({ run }: Queries, statement: Sql): Promise<boolean> {
  return (await run(statement)) > 0
}
