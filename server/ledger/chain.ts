import { sql } from '../database/sql.ts'

/** What an entry says, in 32 bytes. It reads the row of `entry`. */
export const entryDigest = sql`
  sha256(convert_to(json_build_array(entry.campaign_id, entry.effect_key, entry.mode, entry.kind, entry.donation_id, entry.owner_uid,
    entry.transaction_id, entry.donor_kobo, entry.owner_kobo, entry.platform_kobo, entry.provider_kobo, entry.raised_kobo,
    entry.source, (extract(epoch from entry.at) * 1000000)::bigint, entry.return_key)::text, 'UTF8'))`

/**
 * Binds the new entry to the one before it in its campaign and slot. The row of the total, locked by this very statement, holds the
 * end of the chain: `campaign_sum` has moved it already.
 */
export const linked = sql`
    link as (
      insert into ledger_link (campaign_id, mode, slot, position, effect_key, hash)
      select campaign_sum.campaign_id, campaign_sum.mode, campaign_sum.slot, campaign_sum.chain_length, entry.effect_key,
        campaign_sum.chain_head
      from campaign_sum, entry)`

/** Ids are random: their first digit spreads a crowd over the slots, and keeps a donation and all that follows in one. */
export function slotOf(donationId: string): number {
  return Number.parseInt(donationId.slice(0, 1), 16)
}
