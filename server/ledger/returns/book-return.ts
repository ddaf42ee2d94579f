import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Share } from './allocate-returns.ts'
import { entryDigest, linked, slotOf } from '../chain.ts'
import type { DonationDue } from '../donation-row.ts'
import type { PaymentSource } from '../payment-answer.ts'

export type Booking = {
  due: DonationDue
  transactionId: number
  /** What is booked beyond what the books say of this return: below zero where money comes again. */
  share: Share
  /** How many entries this return has already. */
  times: number
  /** 1 where the gift stands again, -1 where nothing of it is left. */
  heads: number
  source: PaymentSource
  at: Date
}

/** One statement, as for a charge: the counter-entry, and all totals with it. The caller holds the donation's row. */
export async function bookReturn({ run }: Queries, booking: Booking): Promise<void> {
  const { due, share, times, heads, source, at, transactionId } = booking
  const isUndone = share.raised < 0 || (share.raised === 0 && share.donor < 0)
  const kind = isUndone ? `${share.kind}_undo` : share.kind
  const effectKey = `${share.key.replace(share.kind, kind)}${times > 0 ? `:${times}` : ''}`
  await run(sql`
    with given as (
      select ${due.campaignId}::text as campaign_id, ${due.mode}::text as mode, ${due.ownerUid}::text as owner_uid,
        ${due.donorKey}::bytea as donor_key, ${slotOf(due.id)}::smallint as slot, ${heads}::integer as heads),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo, owner_kobo, platform_kobo,
        provider_kobo, raised_kobo, source, at, return_key)
      select campaign_id, ${effectKey}, mode, ${kind}, ${due.id}::uuid, owner_uid, ${transactionId}::bigint,
        ${share.donor}::bigint, ${0 - share.donor}::bigint, 0, 0, ${0 - share.raised}::bigint, ${source},
        ${at}::timestamptz, ${share.key}
      from given
      returning *),
    ${heads === 0 ? noHeads : changedHeads},
    campaign_sum as (
      update campaign_total total set ${changedSums(sql`of_campaign`)},
        chain_head = sha256(total.chain_head || ${entryDigest}), chain_length = total.chain_length + 1
      from given, entry
      where total.campaign_id = given.campaign_id and total.mode = given.mode and total.slot = given.slot
      returning total.campaign_id, total.mode, total.slot, total.chain_head, total.chain_length),
    owner_sum as (
      update owner_total total set ${changedSums(sql`of_owner`)}
      from given, entry
      where total.owner_uid = given.owner_uid and total.mode = given.mode and total.slot = given.slot),
    platform_sum as (
      update platform_total total set ${changedSums(sql`of_platform`)}
      from given, entry
      where total.mode = given.mode and total.slot = given.slot),
    ${linked}
    select`)
}

const changedSums = (heads: ReturnType<typeof sql>) => sql`
        raised_kobo = total.raised_kobo + entry.raised_kobo, returned_kobo = total.returned_kobo - entry.raised_kobo,
        donor_count = total.donor_count + (select newly from ${heads})`

const noHeads = sql`
    of_campaign as (select 0 as newly), of_owner as (select 0 as newly), of_platform as (select 0 as newly)`

const newly = sql`case when heads < 0 and gifts = 0 then -1 when heads > 0 and gifts = 1 then 1 else 0 end as newly`

const changedHeads = sql`
    of_campaign as (
      update campaign_donor known set gifts = gifts + heads from given, entry
      where known.campaign_id = given.campaign_id and known.mode = given.mode and known.donor_key = given.donor_key
      returning ${newly}),
    of_owner as (
      update owner_donor known set gifts = gifts + heads from given, entry
      where known.owner_uid = given.owner_uid and known.mode = given.mode and known.donor_key = given.donor_key
      returning ${newly}),
    of_platform as (
      update platform_donor known set gifts = gifts + heads from given, entry
      where known.mode = given.mode and known.donor_key = given.donor_key
      returning ${newly})`
