import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'

/** Hashes the content of the row `entry` to 32 bytes. */
export const entryDigest = sql`
  sha256(convert_to(json_build_array(entry.campaign_id, entry.effect_key, entry.mode, entry.kind, entry.donation_id, entry.owner_uid,
    entry.transaction_id, entry.donor_kobo, entry.owner_kobo, entry.platform_kobo, entry.provider_kobo, entry.raised_kobo,
    entry.source, (extract(epoch from entry.booked_at) * 1000000)::bigint, entry.reversal_key)::text, 'UTF8'))`

/**
 * Links the new entry to the previous one of its campaign and slot. The row of `campaign_sum` holds the end of the chain, is locked by the
 * same statement and has already moved forward.
 */
export const insertChainLink = sql`
    link as (
      insert into ledger_link (campaign_id, mode, slot, position, effect_key, hash)
      select campaign_sum.campaign_id, campaign_sum.mode, campaign_sum.slot, campaign_sum.chain_length, entry.effect_key,
        campaign_sum.chain_head
      from campaign_sum, entry)`

/** One of 16 slots, by the first digit of the random id. A donation and its reversals share a slot. */
export function getSlot(donationId: string): number {
  return Number.parseInt(donationId.slice(0, 1), 16)
}

/** The last link of a campaign's slot. */
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

/** Links new entries, in their order, to the ends of their chains. */
export function toChainLinks(ends: readonly ChainEnd[], entries: readonly NewEntry[]) {
  const toKey = ({ campaignId, mode, slot }: Pick<ChainEnd, 'campaignId' | 'mode' | 'slot'>) =>
    `${campaignId} ${mode} ${slot}`
  const endByKey = new Map(ends.map((end) => [toKey(end), end]))
  return entries.map(({ campaignId, id, mode, slot, effectKey, digest }) => {
    const end = endByKey.get(toKey({ campaignId, mode, slot }))
    if (end === undefined) throw new Error('the chain of a ledger entry has no end')
    const head = end.head ? createHash('sha256').update(end.head).update(digest).digest() : digest
    const length = end.length + 1
    endByKey.set(toKey(end), { ...end, head, length })
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
