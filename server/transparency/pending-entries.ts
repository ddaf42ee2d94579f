import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { leafKinds } from '#shared/transparency/leaf.ts'

import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const entrySchema = z.object({
  campaignId: z.string(),
  effectKey: z.string(),
  kind: z.enum(leafKinds),
  donationId: z.nullable(z.string()),
  effectiveAt: z.date(),
  bookedAt: z.date(),
  donor: z.int(),
  owner: z.int(),
  platform: z.int(),
  provider: z.int(),
  raised: z.int(),
  /** The charge of the entry's donation, and its leaf where it has one. */
  chargeKey: z.nullable(z.string()),
  chargeIndex: z.nullable(z.int()),
})
export type PendingEntry = z.output<typeof entrySchema>

export const batchSize = 4_096

/**
 * Entries that have no leaf, charges first. It asks for a missing leaf and not for what came later: numbers and times are given out before
 * the commit, so an entry may become visible after later ones. With `since` it reads recent entries only, which is cheap. The charge of a
 * return may be older than that, and is added.
 */
export async function listPending(
  queries: Queries,
  mode: PaymentMode,
  since: Date | undefined,
): Promise<PendingEntry[]> {
  // The lateral join keeps the planner from reading all leaves for a few recent entries.
  const unlogged =
    since === undefined
      ? sql`where entry.mode = ${mode} and not exists (
          select from log_leaf leaf where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key)`
      : sql`left join lateral (
          select true as found from log_leaf leaf
          where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key limit 1) logged on true
        where entry.mode = ${mode} and entry.booked_at > ${since} and logged.found is null`
  const rows = await queries.rows(
    entrySchema,
    sql`
    with recent as materialized (
      select entry.campaign_id, entry.effect_key from ledger_entry entry ${unlogged}
      order by entry.booked_at, entry.effect_key limit ${batchSize}::integer),
    charge as materialized (
      select distinct charge.campaign_id, charge.effect_key, charge.donation_id, leaf.leaf_index
      from recent
      join ledger_entry entry using (campaign_id, effect_key)
      join ledger_entry charge on charge.campaign_id = entry.campaign_id and charge.donation_id = entry.donation_id
        and charge.kind = 'charge' and entry.kind <> 'charge'
      left join log_leaf leaf on leaf.campaign_id = charge.campaign_id and leaf.effect_key = charge.effect_key),
    pending as (
      select campaign_id, effect_key from recent
      union select campaign_id, effect_key from charge where leaf_index is null)
    select entry.campaign_id as "campaignId", entry.effect_key as "effectKey", entry.kind, entry.donation_id as "donationId",
      entry.effective_at as "effectiveAt", entry.booked_at as "bookedAt", entry.donor_kobo as donor, entry.owner_kobo as owner,
      entry.platform_kobo as platform, entry.provider_kobo as provider, entry.raised_kobo as raised,
      charge.effect_key as "chargeKey", charge.leaf_index as "chargeIndex"
    from pending
    join ledger_entry entry using (campaign_id, effect_key)
    left join charge on entry.kind <> 'charge' and charge.campaign_id = entry.campaign_id
      and charge.donation_id = entry.donation_id
    order by (entry.kind <> 'charge'), entry.booked_at, entry.effect_key`,
  )
  return rows
}
