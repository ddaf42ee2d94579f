import * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { enqueueJob } from '../../queue/queue.ts'
import { returnNoticeJob } from './return-notice-job.ts'
import { allocateReturns, type Return, type Share } from './allocate-returns.ts'
import { bookReturn } from './book-return.ts'
import type { Books } from '../ledger-deps.ts'
import { dueColumns, dueSchema, type DonationDue } from '../donation-row.ts'
import type { PaymentSource } from '../payment-answer.ts'

export type DonationPlace = { campaignId: string; id: string }

/** A payment that is called reversed without a refund or dispute that explains it is believed after a day. */
export const unexplainedMs = 24 * 3_600_000

/**
 * Brings the books to what the provider says of the donation's refunds and disputes, whichever of them it was told first: what they
 * come to is worked out anew, and only the difference is booked. Answers the number of entries made.
 */
export async function settleReturns(
  { database, now, isQuiet }: Books,
  place: DonationPlace,
  source: PaymentSource,
): Promise<number> {
  const at = now()
  return database.transaction(async (queries) => {
    // Charges update this row as well: either they see what we know, or we see the charge.
    const due = await queries.row(
      dueSchema,
      sql`select ${dueColumns} from donation where campaign_id = ${place.campaignId} and id = ${place.id} for update`,
    )
    const charge = due && (await findChargeOf(queries, place))
    if (!due || !charge) return 0
    const shares = allocateReturns(await returnsOf(queries, due, at), charge)
    const booked = await bookedReturns(queries, place)
    const differences = shares
      .concat(booked.filter(({ key }) => !shares.some((share) => share.key === key)).map(nothing))
      .map((share) => differenceOf(share, booked))
      .filter(({ share }) => share.donor !== 0 || share.raised !== 0)
      // What comes again is booked first: at no moment has more gone back than came in.
      .toSorted((one, other) => one.share.raised - other.share.raised)
    let left = charge.credited - sum(booked)
    for (const { share, times } of differences) {
      const after = left - share.raised
      const heads = Number(after > 0) - Number(left > 0)
      left = after
      const { transactionId } = charge
      await bookReturn(queries, { due, transactionId, share, times, heads, source, at })
    }
    if (differences.length > 0 && !isQuiet) await enqueueJob(queries, returnNoticeJob(place))
    return differences.length
  })
}

const chargeSchema = z.object({ transactionId: z.int(), charged: z.int(), credited: z.int() })

function findChargeOf(queries: Queries, { campaignId, id }: DonationPlace) {
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

const lost = new Set(['merchant-accepted', 'auto-accepted'])
const whole = Number.MAX_SAFE_INTEGER

/** All that sends money of this donation back. What is only on its way takes nothing yet. */
async function returnsOf(queries: Queries, due: DonationDue, at: Date): Promise<Return[]> {
  const { campaignId, id, mode } = due
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
  // The provider may send back a lost dispute as a refund that names it: the same money.
  const isPaidByDispute = (disputeId: number | null) =>
    disputes.some((dispute) => dispute.id === disputeId && isLost(dispute))
  const known: Return[] = [
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
      amount: dispute.amount ?? whole,
    })),
  ]
  const explained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some((dispute) => isOpen(dispute) || isLost(dispute))
  return explained ? known : [...known, ...(await unexplainedReversal(queries, due, at))]
}

async function unexplainedReversal(
  queries: Queries,
  { campaignId, id, mode }: DonationDue,
  at: Date,
): Promise<Return[]> {
  const found = await queries.row(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
  return found
    ? [{ key: `reversal:${mode}:${found.transactionId}`, kind: 'reversal' as const, amount: whole }]
    : []
}

function isOpen({ status }: z.output<typeof disputeSchema>) {
  return status !== 'resolved' && status !== 'archived'
}

function isLost(dispute: z.output<typeof disputeSchema>) {
  return !isOpen(dispute) && dispute.resolution !== null && lost.has(dispute.resolution)
}

const bookedSchema = z.object({
  kind: z.enum(['refund', 'chargeback', 'reversal']),
  key: z.string(),
  donor: z.int(),
  raised: z.int(),
  times: z.int(),
})
type Booked = z.output<typeof bookedSchema>

function bookedReturns(queries: Queries, { campaignId, id }: DonationPlace) {
  return queries.rows(
    bookedSchema,
    sql`select split_part(return_key, ':', 1) as kind, return_key as key, sum(donor_kobo)::bigint as donor, -sum(raised_kobo)::bigint as raised, count(*)::integer as times
        from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and return_key is not null
        group by return_key`,
  )
}

const nothing = ({ kind, key }: Booked): Share => ({ kind, key, donor: 0, raised: 0 })

function differenceOf(share: Share, booked: readonly Booked[]): { share: Share; times: number } {
  const before = booked.find(({ key }) => key === share.key)
  const { donor = 0, raised = 0, times = 0 } = before ?? {}
  return { share: { ...share, donor: share.donor - donor, raised: share.raised - raised }, times }
}

const sum = (booked: readonly Booked[]) => booked.reduce((total, { raised }) => total + raised, 0)
