import * as z from 'zod/mini'

import { sql, type Sql } from '../../platform/database/sql.ts'
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
import { findMismatches, quarantinePayment, creditUnidentified } from './quarantine.ts'
import { bookReversals, hasReversals } from './book-reversals.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { toPostings, chart, joinColumns } from './chart.ts'
import { addToDays, bookEntry, lockPosition } from './book-entry.ts'

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
async function bookFee(
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

/** `boundTo`: the reference that the provider's transaction was first reported with. */
type ChargeResult = { counted: boolean; boundTo: string; hasReversals: boolean }

/**
 * Books many charges in one transaction and answers one result for each report. Totals change only for entries that were inserted:
 * simultaneous copies wait at the effect key and leave one entry. No two reports may be about one donation.
 */
function bookCharges(
  deps: LedgerDeps,
  reports: readonly ProviderReport[],
): Promise<ChargeResult[]> {
  const { database, now, isQuiet = false } = deps
  const at = now()
  const book = async (queries: Transaction) => {
    const quarantined = reports.filter(({ donation: { state } }) => state === 'quarantined')
    await lockQuarantined(deps, queries, quarantined)
    const inserted = await insertCharges(queries, reports, { at, isQuiet })
    const byReference = new Map(inserted.map((charge) => [charge.reference, charge]))
    const counted = inserted.filter(isCounted)
    const reversed = await addChargesToTotals(queries, counted)
    const credited = quarantined.filter(({ donation }) =>
      counted.some(({ reference }) => reference === donation.reference),
    )
    if (credited.length > 0)
      await creditUnidentified(
        deps,
        queries,
        credited.map(({ payment }) => payment.transactionId),
      )
    return reports.map(({ donation: { reference } }) => {
      const charge = byReference.get(reference)
      if (charge === undefined) throw new Error('booking a charge returned no row')
      return {
        counted: isCounted(charge),
        boundTo: charge.boundTo,
        hasReversals: reversed.has(reference),
      }
    })
  }
  return database.transaction(book, { isPlannedOnce: true })
}

/** Their entries in the clearing account end with the charge. The order of the locks is that of `bookReversals`. */
async function lockQuarantined(
  { mode }: LedgerDeps,
  queries: Transaction,
  reports: readonly ProviderReport[],
) {
  const donations = reports.map(({ donation }) => donation)
  for (const donation of donations)
    await queries.run(sql`
      select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
  for (const campaignId of new Set(donations.map((donation) => donation.campaignId).toSorted()))
    await lockPosition(queries, { campaignId, mode: mode })
}

const chargeSchema = z.object({
  reference: z.string(),
  boundTo: z.string(),
  campaignId: z.string(),
  slot: z.int(),
  effectKey: z.nullable(z.string()),
})
type Charge = z.output<typeof chargeSchema>

const isCounted = (charge: Charge): charge is Charge & { effectKey: string } =>
  charge.effectKey !== null

/**
 * Saves the reports and inserts the entries of charges that were not booked before. Lateral joins look each row up by its key also where
 * the statement was planned while the tables were small, and would read them whole.
 */
function insertCharges(
  { rows }: Transaction,
  reports: readonly ProviderReport[],
  { at, isQuiet }: { at: Date; isQuiet: boolean },
): Promise<Charge[]> {
  return rows(
    chargeSchema,
    sql`
    with payment as materialized (
      select report.*, donation.reference, donation.owner_uid, donation.amount_kobo, donation.platform_kobo
      from ${reportRows(reports, at)}
      join lateral (
        select reference, owner_uid, amount_kobo, platform_kobo from donation
        where donation.campaign_id = report.campaign_id and donation.id = report.donation_id limit 1) donation on true),
    snapshot as (${upsertPayments(sql`payment`)}),
    bound as (
      insert into provider_transaction as known (mode, transaction_id, reference)
      select mode, transaction_id, reference from payment order by mode, transaction_id
      on conflict (mode, transaction_id) do update set reference = known.reference
      returning known.mode, known.transaction_id, known.reference),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at, effective_at,
        provider_balance_kobo, payable_due_kobo, platform_revenue_kobo, provider_fees_kobo, fee_kobo)
      select campaign_id, 'charge:' || mode || ':' || transaction_id, mode, 'charge', donation_id, owner_uid, transaction_id,
        amount_kobo, source, ${at}::timestamptz, coalesce(paid_at, ${at}::timestamptz),
        charged - coalesce(fees, 0), -owner_share, -platform_kobo,
        owner_share + platform_kobo - charged + coalesce(fees, 0), coalesce(fees, 0)
      from payment join bound using (mode, transaction_id, reference)
      order by campaign_id, donation_id
      on conflict do nothing
      returning *),
    paid as (
      update donation set state = 'paid', receipt_due = ${!isQuiet}, next_check_at = null, paid_after_end = payment.paid_after_end
      from payment join entry using (campaign_id, donation_id)
      where donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id)
    select payment.reference, bound.reference as "boundTo", payment.campaign_id as "campaignId",
      payment.slot, entry.effect_key as "effectKey"
    from payment
    join bound on bound.mode = payment.mode and bound.transaction_id = payment.transaction_id
    left join entry on entry.campaign_id = payment.campaign_id and entry.donation_id = payment.donation_id`,
  )
}

async function findCharge({ database }: LedgerDeps, { campaignId, id }: DonationRow) {
  return database.row(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge'`,
  )
}

type CountedCharge = { campaignId: string; effectKey: string; slot: number }

/** Adds new charges to all totals and answers the references of donations with known reversals. */
async function addChargesToTotals(
  { values }: Transaction,
  charges: readonly CountedCharge[],
): Promise<Set<string>> {
  if (charges.length === 0) return new Set()
  return new Set(
    await values(
      z.string(),
      sql`
    with charged as materialized (
      select entry.*, counted.slot, donation.donor_key
      from unnest(
        ${charges.map(({ campaignId }) => campaignId)}::text[], ${charges.map(({ effectKey }) => effectKey)}::text[],
        ${charges.map(({ slot }) => slot)}::smallint[]) as counted (campaign_id, effect_key, slot)
      join lateral (
        select * from ledger_entry known
        where known.campaign_id = counted.campaign_id and known.effect_key = counted.effect_key limit 1) entry on true
      join lateral (
        select donor_key from donation
        where donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id limit 1) donation on true),
    ${addToDays(sql`charged`)},
    ${addToLevel(sql`campaign`, sql`campaign_id, mode`)},
    ${addToLevel(sql`owner`, sql`owner_uid, mode`)},
    ${addToLevel(sql`platform`, sql`mode`)}
    select donation.reference
    from charged
    join lateral (
      select * from donation where donation.campaign_id = charged.campaign_id and donation.id = charged.donation_id limit 1) donation on true
    where ${hasReversals}`,
    ),
  )
}

const changed = [...chart.charge.posts, 'fee'] as const

/** A donor counts as new when all their donations at this level are among the charges. */
const addToLevel = (level: Sql, key: Sql) => sql`
    charged_by_${level} as (
      select ${key}, donor_key, min(slot) as slot, count(*)::integer as donations from charged group by ${key}, donor_key),
    donor_of_${level} as (
      insert into ${level}_donor as known (${key}, donor_key, donations)
      select ${key}, donor_key, donations from charged_by_${level} order by ${key}, donor_key
      on conflict (${key}, donor_key) do update set donations = known.donations + excluded.donations
      returning known.*),
    new_of_${level} as (
      select ${key}, slot, count(*) as donors
      from donor_of_${level} join charged_by_${level} using (${key}, donor_key, donations) group by ${key}, slot),
    sum_of_${level} as (
      insert into ${level}_total as total (
        ${key}, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count, ${joinColumns(changed, (column) => column)})
      select ${key}, slot, sum(raised_kobo), sum(raised_kobo), 0, count(*), coalesce(max(donors), 0),
        ${joinColumns(changed, (column) => sql`sum(${column})`)}
      from charged left join new_of_${level} using (${key}, slot)
      group by ${key}, slot order by ${key}, slot
      on conflict (${key}, slot) do update set
        raised_kobo = total.raised_kobo + excluded.raised_kobo, gross_kobo = total.gross_kobo + excluded.gross_kobo,
        paid_count = total.paid_count + excluded.paid_count, donor_count = total.donor_count + excluded.donor_count,
        ${joinColumns(changed, (column) => sql`${column} = total.${column} + excluded.${column}`)})`
