import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import {
  donationColumns,
  type DonationRow,
  donationRowSchema,
  isPaid,
  type LedgerDeps,
  type PaymentOutcome,
  type PaymentReport,
  type PaymentSource,
  type ProviderReport,
  referencePattern,
  reportRows,
  toOwnerShare,
  upsertPayments,
} from './provider-report.ts'
import { findMismatches, quarantinePayment } from './quarantine.ts'
import { bookReversals } from './book-reversals.ts'
import { hasReversals } from './provider-reversals.ts'
import { bookCharges, type ChargeResult, findCharge } from './book-charges.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition } from './book-entry.ts'

const paidDonationSchema = z.extend(donationRowSchema, {
  transactionId: z.nullable(z.int()),
  status: z.nullable(z.string()),
  charged: z.nullable(z.int()),
  fees: z.nullable(z.int()),
  bookedFee: z.int(),
  bookedShare: z.int(),
  isRecovered: z.boolean(),
  hasReversals: z.boolean(),
  isCampaignDeleted: z.boolean(),
  /** The transaction that was refunded while it was no donation. */
  sentBack: z.nullable(z.int()),
})

/** A donation and the last saved report about its payment. */
type DonationWithPayment = z.output<typeof paidDonationSchema>
type Deps = LedgerDeps & {
  findDonation: (reference: string) => Promise<DonationWithPayment | undefined>
  bookCharge: (report: ProviderReport) => Promise<ChargeResult>
}

/**
 * Records payments that the provider reported. Reports may arrive in any order and more than once: the effect key books each transaction
 * once. Callers pass only what the provider itself answered, never the query of a redirect or the body of a webhook.
 */
export function paymentApplication(deps: LedgerDeps) {
  const findDonation = createBatcher((references: readonly string[]) =>
    listDonations(deps, references),
  )
  const bookCharge = createBatcher(
    (reports: readonly ProviderReport[]) => bookCharges(deps, reports),
    {
      getKey: ({ donation }) => donation.reference,
    },
  )

  return {
    applyPayment: (report: PaymentReport) =>
      applyPayment({ ...deps, findDonation, bookCharge }, report),

    /** True if the ledger already holds this state of the payment. */
    isRecorded: async (payment: ProviderPayment): Promise<boolean> => {
      const donation = await findDonation(payment.reference)
      return donation !== undefined && isRecorded(donation, payment)
    },
  }
}

async function applyPayment(deps: Deps, report: PaymentReport): Promise<PaymentOutcome> {
  const { payment } = report
  const donation = await deps.findDonation(payment.reference)
  if (donation === undefined) return applyUnknown(deps, report)
  const applied: Applied = isRecorded(donation, payment)
    ? { outcome: 'unchanged' }
    : await applyReport(deps, donation, report)
  // A refund may be known before the charge, and a reversal may be undone.
  if (applied.hasReversals ?? donation.hasReversals)
    await bookReversals(deps, donation, report.source)
  return applied.outcome
}

type Applied = { outcome: PaymentOutcome; hasReversals?: boolean }

async function applyReport(
  deps: Deps,
  donation: DonationWithPayment,
  report: PaymentReport,
): Promise<Applied> {
  const { payment } = report
  if (!isPaid(payment)) return { outcome: await saveUnpaid(deps, donation, report) }
  const reasons = findMismatches(donation, payment)
  // An unpaid checkout can be paid for longer than a deletion waits.
  if (donation.isCampaignDeleted && donation.state !== 'paid') reasons.push('campaign-deleted')
  if (donation.sentBack === payment.transactionId) reasons.push('refunded')
  if (reasons.length > 0)
    return { outcome: await quarantinePayment(deps, { payment, donation, reasons }) }
  const result = await deps.bookCharge({ donation, ...report })
  if (result.counted) {
    await bookRecovery(deps, donation, report.source)
    return { outcome: 'counted', hasReversals: result.hasReversals }
  }
  return { outcome: await applyUncounted(deps, { donation, boundTo: result.boundTo }, report) }
}

/** The charge was not booked: either it was booked before, or another payment has its transaction or donation. */
async function applyUncounted(
  deps: Deps,
  { donation, boundTo }: { donation: DonationRow; boundTo: string },
  { payment, source }: PaymentReport,
): Promise<PaymentOutcome> {
  if (boundTo !== payment.reference)
    return quarantinePayment(deps, { payment, donation, reasons: ['transaction'] })
  const charge = await findCharge(deps, donation)
  if (charge?.transactionId !== payment.transactionId)
    return quarantinePayment(deps, { payment, donation, reasons: ['second-transaction'] })
  await bookFee(deps, donation, source)
  await bookRecovery(deps, donation, source)
  return 'unchanged'
}

/** One of our references whose row was lost is for an admin. Others are payments of another shop on the same key. */
async function applyUnknown(deps: LedgerDeps, { payment }: PaymentReport): Promise<PaymentOutcome> {
  const { mode, reference, transactionId, amount, paidAt } = payment
  if (!isPaid(payment)) return 'unknown'
  if (referencePattern.test(reference))
    await quarantinePayment(deps, { payment, reasons: ['unknown-reference'] })
  else
    await deps.database.run(sql`
      insert into other_payment (mode, transaction_id, paid_at, amount_kobo)
      values (${mode}, ${transactionId}, ${paidAt ?? deps.now()}, ${amount})
      on conflict do nothing`)
  return 'unknown'
}

function isRecorded(donation: DonationWithPayment, payment: ProviderPayment) {
  return (
    donation.state === 'paid' &&
    donation.transactionId === payment.transactionId &&
    donation.status === payment.status &&
    donation.charged === payment.amount &&
    donation.fees === payment.fees &&
    isSplitBooked(donation, payment) &&
    donation.isRecovered
  )
}

/** A process may have ended after it saved a corrected fee and before it booked the correction. */
function isSplitBooked(donation: DonationWithPayment, { amount, fees, split }: ProviderPayment) {
  const { bookedFee, bookedShare } = donation
  const share = toOwnerShare({ charged: amount, fees, terms: donation, split })
  return (fees === null || bookedFee === fees) && (split === null || bookedShare === share)
}

async function listDonations(
  { database }: LedgerDeps,
  references: readonly string[],
): Promise<(DonationWithPayment | undefined)[]> {
  const found = await database.rows(
    paidDonationSchema,
    sql`select ${donationColumns}, known.transaction_id as "transactionId", known.status, known.amount_kobo as charged,
          known.fees_kobo as fees, ${hasReversals} as "hasReversals", booked.*, recovery.*,
          exists (
            select from deleted_campaign deleted where deleted.campaign_id = donation.campaign_id) as "isCampaignDeleted",
          case when donation.state = 'quarantined' then (
            select max(payment.transaction_id) from quarantined_payment payment
            where payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
              and payment.state in ('refunding', 'refunded')) end as "sentBack"
        from donation_reference
        join donation on donation.campaign_id = donation_reference.campaign_id and donation.id = donation_reference.donation_id
        left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        cross join lateral (
          select coalesce(sum(fee_kobo), 0)::bigint as "bookedFee", coalesce(sum(owner_kobo), 0)::bigint as "bookedShare"
          from ledger_entry entry
          where donation.state = 'paid' and entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
            and entry.kind in ('charge', 'fee')) booked
        cross join lateral (
          select donation.recovered_kobo = 0 or exists (
            select from ledger_entry entry
            where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
              and entry.kind = 'recovery') as "isRecovered") recovery
        where donation_reference.reference = any(${references}::text[])`,
  )
  const byReference = new Map(found.map((donation) => [donation.reference, donation]))
  return references.map((reference) => byReference.get(reference))
}

/** Books what the terms of the donation take for the organiser's debt. */
async function bookRecovery(deps: LedgerDeps, donation: DonationRow, source: PaymentSource) {
  const { campaignId, id: donationId, mode, recovered } = donation
  if (recovered === 0) return
  await deps.database.transaction(async (queries) => {
    const position = await lockPosition(queries, donation)
    await bookEntry(deps, queries, {
      kind: 'recovery',
      effectKey: `recovery:${mode}:${donationId}`,
      campaignId,
      donationId,
      postings: toPostings.recovery(position, recovered),
      memo: null,
      effectiveAt: deps.now(),
      source,
    })
  })
}

/** failed and abandoned are not final: the donor may still pay on the same page. */
async function saveUnpaid(
  { database, now }: LedgerDeps,
  donation: DonationRow,
  report: PaymentReport,
): Promise<PaymentOutcome> {
  await database.run(upsertPayments(reportRows([{ donation, ...report }], now())))
  return 'open'
}

/** Books the difference between the fee and split that the provider reported last and what is booked of them. */
export async function bookFee(
  deps: LedgerDeps,
  donation: DonationRow,
  source: PaymentSource,
): Promise<void> {
  await deps.database.transaction(async (queries) => {
    // Two corrections at the same time would both see the same difference.
    await lockPosition(queries, donation)
    const { charged, fees, subAccount, booked, entries, transactionId } = await findReported(
      queries,
      donation,
    )
    const split = subAccount === null ? null : { subAccount }
    const { campaignId, mode } = donation
    const fee = (fees ?? booked.fee) - booked.fee
    const owner = toOwnerShare({ charged, fees, terms: donation, split }) - booked.owner
    if (fees === null || (fee === 0 && owner === 0)) return
    await bookEntry(deps, queries, {
      kind: 'fee',
      effectKey: `fee:${mode}:${transactionId}${entries > 0 ? `:${entries}` : ''}`,
      campaignId,
      donationId: donation.id,
      postings: toPostings.fee({ fee, owner }),
      memo: null,
      effectiveAt: deps.now(),
      source,
    })
  })
}

const reportedSchema = z.object({
  transactionId: z.int(),
  charged: z.int(),
  fees: z.nullable(z.int()),
  subAccount: z.nullable(z.int()),
  fee: z.int(),
  owner: z.int(),
  entries: z.int(),
})

async function findReported(queries: Transaction, { campaignId, id }: DonationRow) {
  const found = await queries.row(
    reportedSchema,
    sql`select known.transaction_id as "transactionId", amount_kobo as charged, fees_kobo as fees,
          split_sub_account_kobo as "subAccount", booked.*
        from provider_payment known
        cross join lateral (
          select coalesce(sum(fee_kobo), 0)::bigint as fee, coalesce(sum(owner_kobo), 0)::bigint as owner,
            (count(*) filter (where kind = 'fee'))::integer as entries
          from ledger_entry entry
          where entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id
            and entry.kind in ('charge', 'fee')) booked
        where known.campaign_id = ${campaignId} and known.donation_id = ${id}`,
  )
  if (found === undefined) throw new Error('a charged donation has no payment')
  const { fee, owner, ...payment } = found
  return { ...payment, booked: { fee, owner } }
}
