import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { DonationRow } from '../entries/donation-row.ts'
import { entryDigest, getSlot, insertChainLink } from '../entries/entry-chain.ts'
import type { PaymentSource } from '../entries/provider-report.ts'
import type { Share } from './allocate-reversals.ts'

export type ReversalEntry = {
  donation: DonationRow
  transactionId: number
  /** The difference to what is booked for this reversal: negative where money comes back to the campaign. */
  share: Share
  /** The number of entries that this reversal already has. */
  entries: number
  /** 1 if the donation counts again, -1 if nothing of it is left, otherwise 0. */
  change: number
  source: PaymentSource
  at: Date
}

/** Inserts the counter-entry and changes all totals in one statement. The caller holds the lock of the donation's row. */
export async function insertReversalEntry(
  { run }: Transaction,
  entry: ReversalEntry,
): Promise<void> {
  const { donation, share, entries, change, source, at, transactionId } = entry
  const isUndo = share.raised < 0 || (share.raised === 0 && share.donor < 0)
  const kind = isUndo ? `${share.kind}_undo` : share.kind
  const effectKey = `${share.key.replace(share.kind, kind)}${entries > 0 ? `:${entries}` : ''}`
  await run(sql`
    with reversed as (
      select ${donation.campaignId}::text as campaign_id, ${donation.mode}::text as mode, ${donation.ownerUid}::text as owner_uid,
        ${donation.donorKey}::bytea as donor_key, ${getSlot(donation.id)}::smallint as slot, ${change}::integer as change),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo, platform_kobo,
        provider_kobo, raised_kobo, source, at, reversal_key)
      select campaign_id, ${effectKey}, mode, ${kind}, ${donation.id}::uuid, owner_uid, ${transactionId}::bigint,
        ${share.donor}::bigint, ${0 - share.donor}::bigint, 0, 0, ${0 - share.raised}::bigint, ${source},
        ${at}::timestamptz, ${share.key}
      from reversed
      returning *),
    ${change === 0 ? sameDonors : changedDonors},
    campaign_sum as (
      update campaign_total total set ${changedSums(sql`of_campaign`)},
        chain_head = sha256(total.chain_head || ${entryDigest}), chain_length = total.chain_length + 1
      from reversed, entry
      where total.campaign_id = reversed.campaign_id and total.mode = reversed.mode and total.slot = reversed.slot
      returning total.campaign_id, total.mode, total.slot, total.chain_head, total.chain_length),
    owner_sum as (
      update owner_total total set ${changedSums(sql`of_owner`)}
      from reversed, entry
      where total.owner_uid = reversed.owner_uid and total.mode = reversed.mode and total.slot = reversed.slot),
    platform_sum as (
      update platform_total total set ${changedSums(sql`of_platform`)}
      from reversed, entry
      where total.mode = reversed.mode and total.slot = reversed.slot),
    ${insertChainLink}
    select`)
}

const changedSums = (donors: ReturnType<typeof sql>) => sql`
        raised_kobo = total.raised_kobo + entry.raised_kobo, reversed_kobo = total.reversed_kobo - entry.raised_kobo,
        donor_count = total.donor_count + (select change from ${donors})`

const sameDonors = sql`
    of_campaign as (select 0 as change), of_owner as (select 0 as change), of_platform as (select 0 as change)`

const donorChange = sql`
      case when reversed.change < 0 and donations = 0 then -1 when reversed.change > 0 and donations = 1 then 1 else 0 end as change`

const changedDonors = sql`
    of_campaign as (
      update campaign_donor known set donations = donations + reversed.change from reversed, entry
      where known.campaign_id = reversed.campaign_id and known.mode = reversed.mode and known.donor_key = reversed.donor_key
      returning ${donorChange}),
    of_owner as (
      update owner_donor known set donations = donations + reversed.change from reversed, entry
      where known.owner_uid = reversed.owner_uid and known.mode = reversed.mode and known.donor_key = reversed.donor_key
      returning ${donorChange}),
    of_platform as (
      update platform_donor known set donations = donations + reversed.change from reversed, entry
      where known.mode = reversed.mode and known.donor_key = reversed.donor_key
      returning ${donorChange})`
