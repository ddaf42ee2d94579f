import { createHash } from 'node:crypto'

import type { PaymentMode } from '#shared/donation.ts'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql, type Sql } from '../../../platform/database/sql.ts'
import { eachColumn, type Postings } from '../chart/accounts.ts'
import type { EntryKind } from '../chart/chart.ts'
import { getTotalSlot } from './total-slot.ts'
import type { EntrySource } from './provider-report.ts'

/** A row of the ledger. `donation` is null for entries that belong to no single donation. */
export type LedgerEntry = {
  kind: EntryKind
  /** Starts with kind and mode. An effect is booked once. */
  effectKey: string
  mode: PaymentMode
  campaignId: string
  ownerUid: string
  donation: { id: string; transactionId: number; donorKey: Buffer } | null
  postings: Postings
  /** The change of what was raised. */
  raised: number
  /** 1 if the donation counts again, -1 if nothing of it is left, otherwise 0. */
  donorChange: number
  /** Groups the entries of one reversal. */
  reversalKey: string | null
  memo: string | null
  source: EntrySource
  /** When the money moved, and when the entry is written. */
  effectiveAt: Date
  bookedAt: Date
}

/**
 * Inserts an entry and changes all totals in one statement; false if its effect was booked before. The caller holds the lock of the
 * campaign's position, and that of the donation's row if there is one.
 */
export async function insertEntry(queries: Transaction, entry: LedgerEntry): Promise<boolean> {
  const { campaignId, mode, donation, donorChange, postings } = entry
  if (donation === null) await insertTotals(queries, entry)
  const inserted = await queries.run(sql`
    with booked as (
      select ${campaignId}::text as campaign_id, ${mode}::text as mode, ${entry.ownerUid}::text as owner_uid,
        ${donation?.donorKey ?? null}::bytea as donor_key, ${toSlot(entry)}::smallint as slot, ${donorChange}::integer as change),
    entry as (
      insert into ledger_entry (
        campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at, effective_at,
        reversal_key, memo, ${eachColumn((column) => column)})
      select campaign_id, ${entry.effectKey}, mode, ${entry.kind}, ${donation?.id ?? null}::uuid, owner_uid,
        ${donation?.transactionId ?? null}::bigint, ${entry.raised}::bigint, ${entry.source}, ${entry.bookedAt}::timestamptz,
        ${entry.effectiveAt}::timestamptz, ${entry.reversalKey}::text, ${entry.memo}::text,
        ${eachColumn((_, name) => sql`${postings[name] ?? 0}::bigint`)}
      from booked
      on conflict do nothing
      returning *),
    ${donorChange === 0 ? sameDonors : changedDonors},
    campaign_sum as (
      update campaign_total total set ${changedSums(sql`of_campaign`)}
      from booked, entry
      where total.campaign_id = booked.campaign_id and total.mode = booked.mode and total.slot = booked.slot),
    owner_sum as (
      update owner_total total set ${changedSums(sql`of_owner`)}
      from booked, entry
      where total.owner_uid = booked.owner_uid and total.mode = booked.mode and total.slot = booked.slot),
    platform_sum as (
      update platform_total total set ${changedSums(sql`of_platform`)}
      from booked, entry
      where total.mode = booked.mode and total.slot = booked.slot)
    select from entry`)
  return inserted > 0
}

/** An entry without a donation uses one slot of its campaign, so that few rows are added. */
function toSlot({ donation, campaignId }: LedgerEntry): number {
  return getTotalSlot(donation?.id ?? createHash('sha256').update(campaignId).digest('hex'))
}

/** Only charges add totals, and an entry without a donation can come before a charge in its slot. */
async function insertTotals({ run }: Transaction, entry: LedgerEntry): Promise<void> {
  const zeros = sql`${entry.mode}, ${toSlot(entry)}, 0, 0, 0, 0, 0`
  const columns = sql`mode, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count`
  await run(
    sql`insert into campaign_total (campaign_id, ${columns}) values (${entry.campaignId}, ${zeros}) on conflict do nothing`,
  )
  await run(
    sql`insert into owner_total (owner_uid, ${columns}) values (${entry.ownerUid}, ${zeros}) on conflict do nothing`,
  )
  await run(sql`insert into platform_total (${columns}) values (${zeros}) on conflict do nothing`)
}

const changedSums = (donors: Sql) => sql`
        raised_kobo = total.raised_kobo + entry.raised_kobo, reversed_kobo = total.reversed_kobo - entry.raised_kobo,
        donor_count = total.donor_count + (select change from ${donors}),
        ${eachColumn((column) => sql`${column} = total.${column} + entry.${column}`)}`

const sameDonors = sql`
    of_campaign as (select 0 as change), of_owner as (select 0 as change), of_platform as (select 0 as change)`

const donorChange = sql`
      case when booked.change < 0 and donations = 0 then -1 when booked.change > 0 and donations = 1 then 1 else 0 end as change`

const changedDonors = sql`
    of_campaign as (
      update campaign_donor known set donations = donations + booked.change from booked, entry
      where known.campaign_id = booked.campaign_id and known.mode = booked.mode and known.donor_key = booked.donor_key
      returning ${donorChange}),
    of_owner as (
      update owner_donor known set donations = donations + booked.change from booked, entry
      where known.owner_uid = booked.owner_uid and known.mode = booked.mode and known.donor_key = booked.donor_key
      returning ${donorChange}),
    of_platform as (
      update platform_donor known set donations = donations + booked.change from booked, entry
      where known.mode = booked.mode and known.donor_key = booked.donor_key
      returning ${donorChange})`
