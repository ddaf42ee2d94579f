import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  type DonationRow,
  type LedgerDeps,
  type ProviderReport,
  reportRows,
  upsertPayments,
} from './provider-report.ts'
import { lockPosition } from './book-entry.ts'
import { chart, joinColumns } from './chart.ts'
import { creditUnidentified } from './quarantine.ts'
import { hasReversals } from './provider-reversals.ts'

/** `boundTo`: the reference that the provider's transaction was first reported with. */
export type ChargeResult = { counted: boolean; boundTo: string; hasReversals: boolean }

/**
 * Books many charges in one transaction and answers one result for each report. Totals change only for entries that were inserted:
 * simultaneous copies wait at the effect key and leave one entry. No two reports may be about one donation.
 */
export function bookCharges(
  deps: LedgerDeps,
  reports: readonly ProviderReport[],
): Promise<ChargeResult[]> {
  const { database, now, isQuiet = false } = deps
  const at = now()
  return database.transaction(async (queries) => {
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
  })
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

/** The charge of a donation, if it was booked. */
export async function findCharge({ database }: LedgerDeps, { campaignId, id }: DonationRow) {
  return database.row(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge'`,
  )
}

type CountedCharge = { campaignId: string; effectKey: string; slot: number }

/** Adds new charges to all totals and answers the references of donations with known reversals. */
export async function addChargesToTotals(
  { rows }: Transaction,
  charges: readonly CountedCharge[],
): Promise<Set<string>> {
  if (charges.length === 0) return new Set()
  const reversed = await rows(
    z.object({ reference: z.string() }),
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
    ${addToLevel(sql`campaign`, sql`campaign_id, mode`)},
    ${addToLevel(sql`owner`, sql`owner_uid, mode`)},
    ${addToLevel(sql`platform`, sql`mode`)}
    select donation.reference
    from charged
    join lateral (
      select * from donation where donation.campaign_id = charged.campaign_id and donation.id = charged.donation_id limit 1) donation on true
    where ${hasReversals}`,
  )
  return new Set(reversed.map(({ reference }) => reference))
}

/** The accounts that a charge changes. */
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
