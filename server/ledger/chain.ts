import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

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

/** Where the chain of a campaign's slot ends. */
export const chainEndSchema = z.object({
  campaignId: z.string(),
  mode: z.string(),
  slot: z.int(),
  head: z.nullable(z.instanceof(Buffer)),
  length: z.int(),
})
export type ChainEnd = z.output<typeof chainEndSchema>

export type NewEntry = {
  campaignId: string
  id: string
  mode: string
  slot: number
  effectKey: string
  digest: Buffer
}

/** The links that bind new entries, in their order, to the ends of their chains. */
export function linksOn(ends: readonly ChainEnd[], entries: readonly NewEntry[]) {
  const nameOf = ({ campaignId, mode, slot }: Pick<ChainEnd, 'campaignId' | 'mode' | 'slot'>) =>
    `${campaignId} ${mode} ${slot}`
  const open = new Map(ends.map((end) => [nameOf(end), end]))
  return entries.map(({ campaignId, id, mode, slot, effectKey, digest }) => {
    const end = open.get(nameOf({ campaignId, mode, slot }))
    if (end === undefined) throw new Error('a chain without an end')
    const head = end.head ? createHash('sha256').update(end.head).update(digest).digest() : digest
    const length = end.length + 1
    open.set(nameOf(end), { ...end, head, length })
    return {
      campaign_id: campaignId,
      donation_id: id,
      mode,
      slot,
      position: length,
      effect_key: effectKey,
      hash: head.toString('hex'),
    }
  })
}
