import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { chainEndSchema, type ChainEnd } from './chain.ts'

type Counted = { campaignId: string; id: string; slot: number }

/**
 * Adds new charges to all totals, and answers where the chains of their campaigns end. Their rows stay locked until the transaction is
 * over: nobody else can bind an entry in between.
 */
export function addToTotals({ rows }: Queries, counted: readonly Counted[]): Promise<ChainEnd[]> {
  return rows(
    chainEndSchema,
    sql`
    with gift as materialized (
      select donation.campaign_id, donation.mode, counted.slot, donation.owner_uid, donation.donor_key, donation.amount_kobo
      from unnest(
        ${counted.map(({ campaignId }) => campaignId)}::text[], ${counted.map(({ id }) => id)}::uuid[],
        ${counted.map(({ slot }) => slot)}::smallint[]) as counted (campaign_id, id, slot)
      join donation on donation.campaign_id = counted.campaign_id and donation.id = counted.id),
    ${added(sql`campaign`, sql`campaign_id, mode`)},
    ${added(sql`owner`, sql`owner_uid, mode`)},
    ${added(sql`platform`, sql`mode`)}
    select campaign_id as "campaignId", mode, slot, chain_head as head, chain_length as length from sum_of_campaign`,
  )
}

/** A donor whose gifts are all among these is a new head. */
const added = (level: Sql, who: Sql) => sql`
    given_of_${level} as (
      select ${who}, donor_key, min(slot) as slot, count(*)::integer as gifts from gift group by ${who}, donor_key),
    donor_of_${level} as (
      insert into ${level}_donor as known (${who}, donor_key, gifts)
      select ${who}, donor_key, gifts from given_of_${level} order by ${who}, donor_key
      on conflict (${who}, donor_key) do update set gifts = known.gifts + excluded.gifts
      returning known.*),
    newly_of_${level} as (
      select ${who}, slot, count(*) as heads
      from donor_of_${level} join given_of_${level} using (${who}, donor_key, gifts) group by ${who}, slot),
    sum_of_${level} as (
      insert into ${level}_total as total (${who}, slot, raised_kobo, gross_kobo, returned_kobo, paid_count, donor_count)
      select ${who}, slot, sum(amount_kobo), sum(amount_kobo), 0, count(*), coalesce(max(heads), 0)
      from gift left join newly_of_${level} using (${who}, slot)
      group by ${who}, slot order by ${who}, slot
      on conflict (${who}, slot) do update set
        raised_kobo = total.raised_kobo + excluded.raised_kobo, gross_kobo = total.gross_kobo + excluded.gross_kobo,
        paid_count = total.paid_count + excluded.paid_count, donor_count = total.donor_count + excluded.donor_count
      returning total.*)`
