import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { joinColumns } from '../chart/accounts.ts'
import { chart } from '../chart/chart.ts'
import { hasReversals } from '../reversals/provider-reversals.ts'

type Charge = { campaignId: string; effectKey: string; slot: number }

/** Adds new charges to all totals and answers the references of donations with known reversals. */
export async function addChargesToTotals(
  { rows }: Transaction,
  charges: readonly Charge[],
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
