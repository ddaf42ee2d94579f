import * as z from 'zod/mini'

import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { enqueueJob } from '../../queue/queue.ts'
import {
  donationColumns,
  donationRowSchema,
  type DonationKey,
  type DonationRow,
} from '../entries/donation-row.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'
import type { PaymentSource } from '../entries/provider-report.ts'
import { allocateReversals, type Reversal, type Share } from './allocate-reversals.ts'
import { insertReversalEntry } from './insert-reversal-entry.ts'
import { reversalNoticeJob } from './reversal-notice-job.ts'

/** A payment reported as reversed, without a refund or dispute that explains it, is booked as a bank reversal after a day. */
export const unexplainedMs = 24 * 3_600_000

/**
 * Computes the reversals of a donation from all refunds and disputes that the provider reported, in any order, and books only the
 * difference to what is booked. Answers the number of entries made.
 */
export async function bookReversals(
  { database, now, isQuiet }: LedgerDeps,
  key: DonationKey,
  source: PaymentSource,
): Promise<number> {
  const at = now()
  return database.transaction(async (queries) => {
    // A charge updates this row as well: either it sees what we know, or we see the charge.
    const donation = await queries.row(
      donationRowSchema,
      sql`select ${donationColumns} from donation where campaign_id = ${key.campaignId} and id = ${key.id} for update`,
    )
    const charge = donation && (await findCharge(queries, key))
    if (!donation || !charge) return 0
    const shares = allocateReversals(await listReversals(queries, donation, at), charge)
    const booked = await listBooked(queries, key)
    const differences = toDifferences(shares, booked)
    let left = charge.credited - sumRaised(booked)
    for (const { share, entries } of differences) {
      const after = left - share.raised
      const change = Number(after > 0) - Number(left > 0)
      left = after
      const { transactionId } = charge
      const entry = { donation, transactionId, share, entries, change, source, at }
      await insertReversalEntry(queries, entry)
    }
    if (differences.length > 0 && !isQuiet) await enqueueJob(queries, reversalNoticeJob(key))
    return differences.length
  })
}

const chargeSchema = z.object({ transactionId: z.int(), charged: z.int(), credited: z.int() })

function findCharge(queries: Transaction, { campaignId, id }: DonationKey) {
  return queries.row(
    chargeSchema,
    sql`select transaction_id as "transactionId", -donor_kobo as charged, raised_kobo as credited from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge'`,
  )
}

const refundSchema = z.object({
  id: z.int(),
  disputeId: z.nullable(z.int()),
  amount: z.int(),
  status: z.string(),
})
const disputeSchema = z.object({
  id: z.int(),
  amount: z.nullable(z.int()),
  status: z.string(),
  resolution: z.nullable(z.string()),
})

const lostResolutions = new Set(['merchant-accepted', 'auto-accepted'])
const wholePayment = Number.MAX_SAFE_INTEGER

/** The processed refunds and lost disputes of a donation, or its bank reversal. What is still pending takes nothing. */
async function listReversals(
  queries: Transaction,
  donation: DonationRow,
  at: Date,
): Promise<Reversal[]> {
  const { campaignId, id, mode } = donation
  const refunds = await queries.rows(
    refundSchema,
    sql`select refund_id as id, dispute_id as "disputeId", amount_kobo as amount, status from provider_refund
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode}`,
  )
  const disputes = await queries.rows(
    disputeSchema,
    sql`select dispute_id as id, refund_kobo as amount, status, resolution from provider_dispute
        where campaign_id = ${campaignId} and donation_id = ${id} and mode = ${mode}`,
  )
  // The provider may pay a lost dispute as a refund that names it: the same money.
  const isPaidByDispute = (disputeId: number | null) =>
    disputes.some((dispute) => dispute.id === disputeId && isLost(dispute))
  const known: Reversal[] = [
    ...refunds
      .filter(({ status, disputeId }) => status === 'processed' && !isPaidByDispute(disputeId))
      .map((refund) => ({
        key: `refund:${mode}:${refund.id}`,
        kind: 'refund' as const,
        amount: refund.amount,
      })),
    ...disputes.filter(isLost).map((dispute) => ({
      key: `chargeback:${mode}:${dispute.id}`,
      kind: 'chargeback' as const,
      amount: dispute.amount ?? wholePayment,
    })),
  ]
  const isExplained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some((dispute) => isOpen(dispute) || isLost(dispute))
  return isExplained ? known : [...known, ...(await listBankReversals(queries, donation, at))]
}

async function listBankReversals(
  queries: Transaction,
  { campaignId, id, mode }: DonationRow,
  at: Date,
): Promise<Reversal[]> {
  const found = await queries.row(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
  if (!found) return []
  const key = `bank_reversal:${mode}:${found.transactionId}`
  return [{ key, kind: 'bank_reversal', amount: wholePayment }]
}

function isOpen({ status }: z.output<typeof disputeSchema>) {
  return status !== 'resolved' && status !== 'archived'
}

function isLost(dispute: z.output<typeof disputeSchema>) {
  return !isOpen(dispute) && dispute.resolution !== null && lostResolutions.has(dispute.resolution)
}

const bookedSchema = z.object({
  kind: z.enum(['refund', 'chargeback', 'bank_reversal']),
  key: z.string(),
  donor: z.int(),
  raised: z.int(),
  entries: z.int(),
})
type Booked = z.output<typeof bookedSchema>

function listBooked(queries: Transaction, { campaignId, id }: DonationKey) {
  return queries.rows(
    bookedSchema,
    sql`select split_part(reversal_key, ':', 1) as kind, reversal_key as key, sum(donor_kobo)::bigint as donor,
          -sum(raised_kobo)::bigint as raised, count(*)::integer as entries
        from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and reversal_key is not null
        group by reversal_key`,
  )
}

/** What is left to book. Undone reversals come first, so that the reversals never exceed the charge. */
function toDifferences(shares: readonly Share[], booked: readonly Booked[]) {
  const undone = booked
    .filter(({ key }) => !shares.some((share) => share.key === key))
    .map(({ kind, key }): Share => ({ kind, key, donor: 0, raised: 0 }))
  return [...shares, ...undone]
    .map((share) => {
      const before = booked.find(({ key }) => key === share.key)
      const { donor = 0, raised = 0, entries = 0 } = before ?? {}
      return {
        share: { ...share, donor: share.donor - donor, raised: share.raised - raised },
        entries,
      }
    })
    .filter(({ share }) => share.donor !== 0 || share.raised !== 0)
    .toSorted((one, other) => one.share.raised - other.share.raised)
}

const sumRaised = (booked: readonly Booked[]) =>
  booked.reduce((total, { raised }) => total + raised, 0)
