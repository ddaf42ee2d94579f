import * as z from 'zod/mini'

import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { DonationRow } from '../entries/donation-row.ts'
import type { Reversal } from './allocate-reversals.ts'

/** A payment reported as reversed, without a refund or dispute that explains it, is booked as a bank reversal after a day. */
export const unexplainedMs = 24 * 3_600_000

const refundSchema = z.object({
  id: z.int(),
  disputeId: z.nullable(z.int()),
  amount: z.int(),
  status: z.string(),
  effectiveAt: z.date(),
})
const disputeSchema = z.object({
  id: z.int(),
  amount: z.nullable(z.int()),
  status: z.string(),
  resolution: z.nullable(z.string()),
  effectiveAt: z.date(),
})

const lostResolutions = new Set(['merchant-accepted', 'auto-accepted'])

/** The processed refunds and lost disputes of a donation, or its bank reversal. What is still pending takes nothing. */
export async function listReversals(
  queries: Transaction,
  donation: DonationRow,
  at: Date,
): Promise<Reversal[]> {
  const { campaignId, id, mode } = donation
  const refunds = await queries.rows(
    refundSchema,
    sql`select refund_id as id, dispute_id as "disputeId", amount_kobo as amount, status,
          coalesce(refunded_at, ${at}::timestamptz) as "effectiveAt"
        from provider_refund
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode}`,
  )
  const disputes = await queries.rows(
    disputeSchema,
    sql`select dispute_id as id, refund_kobo as amount, status, resolution,
          coalesce(resolved_at, ${at}::timestamptz) as "effectiveAt"
        from provider_dispute
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode}`,
  )
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
  return isExplained ? known : [...known, ...(await listBankReversals(queries, donation, at))]
}

const reversedSchema = z.object({ transactionId: z.int(), effectiveAt: z.date() })

async function listBankReversals(
  queries: Transaction,
  { campaignId, id, mode }: DonationRow,
  at: Date,
): Promise<Reversal[]> {
  const found = await queries.row(
    reversedSchema,
    sql`select transaction_id as "transactionId", reversed_since as "effectiveAt" from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
  if (!found) return []
  const { transactionId, effectiveAt } = found
  const key = `bank_reversal:${mode}:${transactionId}`
  return [{ key, kind: 'bank_reversal', amount: null, effectiveAt }]
}

function isOpen({ status }: z.output<typeof disputeSchema>) {
  return status !== 'resolved' && status !== 'archived'
}

function isLost(dispute: z.output<typeof disputeSchema>) {
  return !isOpen(dispute) && dispute.resolution !== null && lostResolutions.has(dispute.resolution)
}
