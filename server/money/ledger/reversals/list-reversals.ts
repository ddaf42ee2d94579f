import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isLost, isOpen } from '../../../providers/payments/disputes.ts'
import type { DonationRow } from '../entries/donation-row.ts'
import type { Reversal } from './allocate-reversals.ts'

/** A payment reported as reversed, without a refund or dispute that explains it, is booked as a bank reversal after a day. */
export const unexplainedMs = 24 * 3_600_000

const reportedSchema = z.object({
  source: z.enum(['refund', 'dispute', 'payment']),
  id: z.int(),
  disputeId: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  status: z.string(),
  resolution: z.nullable(z.string()),
  effectiveAt: z.date(),
})

/** The processed refunds and lost disputes of a donation, or its bank reversal. What is still pending takes nothing. */
export async function listReversals(
  queries: Transaction,
  donation: DonationRow,
  at: Date,
): Promise<Reversal[]> {
  const reported = await listReported(queries, donation, at)
  const refunds = reported.filter(({ source }) => source === 'refund')
  const disputes = reported.filter(({ source }) => source === 'dispute')
  const { mode } = donation
  // The provider may pay a lost dispute as a refund that names it: the same money.
  const isPaidByDispute = (disputeId: number | null) =>
    disputes.some((dispute) => dispute.id === disputeId && isLost(dispute))
  const known: Reversal[] = [
    ...refunds
      .filter(({ status, disputeId }) => status === 'processed' && !isPaidByDispute(disputeId))
      .map(({ id: refundId, amount, effectiveAt }) => ({
        key: `refund:${mode}:${refundId}`,
        kind: 'refund' as const,
        amount,
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

/** The refunds and disputes of a donation's charge, and its payment if it was reported as reversed for a day. */
function listReported(queries: Transaction, { campaignId, id, mode }: DonationRow, at: Date) {
  const charged = sql`(
    select transaction_id from ledger_entry charge
    where charge.campaign_id = ${campaignId} and charge.donation_id = ${id} and charge.kind = 'charge')`
  return queries.rows(
    reportedSchema,
    sql`select 'refund' as source, refund_id as id, dispute_id as "disputeId", amount_kobo as amount, status, null as resolution,
          coalesce(refunded_at, ${at}::timestamptz) as "effectiveAt"
        from provider_refund
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode} and currency = 'NGN' and transaction_id = ${charged}
        union all
        select 'dispute', dispute_id, null, refund_kobo, status, resolution, coalesce(resolved_at, ${at}::timestamptz)
        from provider_dispute
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode} and coalesce(transaction_id, ${charged}) = ${charged}
        union all
        select 'payment', transaction_id, null, null, status, null, reversed_since from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
}
