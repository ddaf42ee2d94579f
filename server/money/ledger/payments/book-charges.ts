import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { DonationRow } from '../entries/donation-row.ts'
import type { LedgerDeps } from '../entries/ledger-deps.ts'
import { upsertPayments } from '../entries/provider-payment.ts'
import { reportRows, type ProviderReport } from '../entries/provider-report.ts'
import { addChargesToTotals } from './charge-totals.ts'

/** `boundTo`: the reference that the provider's transaction was first reported with. */
export type ChargeResult = { counted: boolean; boundTo: string; hasReversals: boolean }

/**
 * Books many charges in one transaction and answers one result for each report. Totals change only for entries that were inserted:
 * simultaneous copies wait at the effect key and leave one entry. No two reports may be about one donation.
 */
export function bookCharges(
  { database, now, isQuiet = false }: LedgerDeps,
  reports: readonly ProviderReport[],
): Promise<ChargeResult[]> {
  const at = now()
  return database.transaction(async (queries) => {
    const inserted = await insertCharges(queries, reports, { at, isQuiet })
    const byReference = new Map(inserted.map((charge) => [charge.reference, charge]))
    const counted = inserted.filter(isCounted)
    const reversed = await addChargesToTotals(queries, counted)
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
