import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import {
  eachColumn,
  type EntryKind,
  getKind,
  type Position,
  type Postings,
  toCanonical,
} from './chart.ts'
import { type EntrySource, getTotalSlot, type LedgerDeps } from './provider-report.ts'

export const platformCampaign = 'platform'

export type NewEntry = {
  kind: Exclude<EntryKind, 'charge'>
  effectKey: string
  campaignId: string
  donationId?: string
  postings: Postings
  memo: string | null
  effectiveAt: Date
  source: EntrySource
  /** Only for reversals. */
  reversal?: { key: string; raised: number; donorChange: number }
}

/**
 * Books an entry that is no charge, once for its effect key; false if it was booked before. Entries of one campaign are booked one after
 * the other. A transaction that books for several campaigns takes their locks in the order of their ids (`lockPosition`).
 */
export async function bookEntry(
  { mode, now }: Pick<LedgerDeps, 'mode' | 'now'>,
  queries: Transaction,
  entry: NewEntry,
): Promise<boolean> {
  const { campaignId, kind, reversal } = entry
  const before = await lockPosition(queries, { campaignId, mode })
  if (await isBooked(queries, entry)) return false
  const { moves = false, recovers = false } = getKind(kind)
  const postings = moves ? toCanonical(before, entry.postings, recovers) : entry.postings
  refuseOverdrawn(before, postings)
  const subject = await findSubject(queries, entry)
  return insertEntry(queries, {
    kind,
    effectKey: entry.effectKey,
    mode,
    campaignId,
    ...subject,
    postings,
    raised: reversal?.raised ?? 0,
    donorChange: reversal?.donorChange ?? 0,
    reversalKey: reversal?.key ?? null,
    memo: entry.memo,
    source: entry.source,
    effectiveAt: entry.effectiveAt,
    bookedAt: now(),
  })
}

async function isBooked({ exists }: Transaction, { campaignId, effectKey }: NewEntry) {
  return exists(
    sql`select from ledger_entry where campaign_id = ${campaignId} and effect_key = ${effectKey}`,
  )
}

/** Only a mistake of the caller overdraws a position, such as a claim that is written off twice. */
function refuseOverdrawn(before: Position, postings: Postings) {
  const due = before.payableDue + (postings.payableDue ?? 0)
  const held = before.payableHeld + (postings.payableHeld ?? 0)
  const receivable = before.ownerReceivable + (postings.ownerReceivable ?? 0)
  if (due > 0 || held > 0 || receivable < 0)
    throw new RangeError(`the entry overdraws an account: ${due} ${held} ${receivable}`)
}

const subjectSchema = z.object({
  ownerUid: z.string(),
  donorKey: z.nullable(z.instanceof(Buffer)),
  transactionId: z.nullable(z.int()),
})

/** The owner of the campaign's donations or, if it has none, of its payments that are no donations. */
async function findSubject(
  queries: Transaction,
  { campaignId, donationId }: NewEntry,
): Promise<Pick<LedgerEntry, 'ownerUid' | 'donation'>> {
  if (campaignId === platformCampaign) return { ownerUid: platformCampaign, donation: null }
  const id = donationId ?? null
  const found = await queries.row(
    subjectSchema,
    sql`(select donation.owner_uid as "ownerUid", donor_key as "donorKey", charge.transaction_id as "transactionId"
          from donation
          left join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
            and charge.kind = 'charge'
          where donation.campaign_id = ${campaignId} and (${id}::uuid is null or donation.id = ${id}::uuid)
          order by donation.id limit 1)
        union all
        (select owner_uid, null, null from quarantined_payment where booked_in = ${campaignId} and ${id}::uuid is null limit 1)
        limit 1`,
  )
  if (found === undefined)
    throw new Error('a ledger entry needs a donation or a payment of its campaign')
  const { ownerUid, donorKey, transactionId } = found
  if (id === null) return { ownerUid, donation: null }
  if (transactionId === null || donorKey === null)
    throw new Error('a ledger entry needs the charge of its donation')
  return { ownerUid, donation: { id, transactionId, donorKey } }
}

const positionSchema = z.object({
  payableDue: z.int(),
  payableHeld: z.int(),
  ownerReceivable: z.int(),
})

/**
 * Locks the position of a campaign's owner until the end of the transaction and answers it. All entries but charges are booked under this
 * lock; a charge only adds to what is due, so it cannot overdraw a position that was read before it.
 */
export async function lockPosition(
  queries: Transaction,
  { campaignId, mode }: { campaignId: string; mode: PaymentMode },
): Promise<Position> {
  await queries.run(takeLock(`ledger ${mode} ${campaignId}`))
  // A second statement sees what was committed while the first one waited.
  const position = await queries.row(
    positionSchema,
    sql`select coalesce(sum(payable_due_kobo), 0)::bigint as "payableDue",
          coalesce(sum(payable_held_kobo), 0)::bigint as "payableHeld",
          coalesce(sum(owner_receivable_kobo), 0)::bigint as "ownerReceivable"
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return position
}

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
    ${addToDays(sql`entry`)},
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
  await run(sql`
    with campaign as (
      insert into campaign_total (campaign_id, ${columns}) values (${entry.campaignId}, ${zeros}) on conflict do nothing),
    owner as (
      insert into owner_total (owner_uid, ${columns}) values (${entry.ownerUid}, ${zeros}) on conflict do nothing)
    insert into platform_total (${columns}) values (${zeros}) on conflict do nothing`)
}

/**
 * Adds entries to the days of their campaigns, sorted, so that two statements lock the days in the same order. It stands before the parts
 * of the statement that change totals: PostgreSQL runs parts that nothing reads from the last to the first.
 */
export const addToDays = (entries: Sql) => sql`
    day_sum as (
      insert into campaign_day as total (
        campaign_id, mode, day, owner_uid, entries, donations, donated_kobo, reversed_kobo, donor_kobo, owner_kobo, platform_kobo,
        provider_kobo, paid_out_kobo)
      select campaign_id, mode, lagos_day(effective_at), min(owner_uid), count(*),
        count(*) filter (where kind = 'charge'), coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0),
        coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0), sum(donor_kobo), sum(owner_kobo), sum(platform_kobo),
        sum(provider_kobo), sum(paid_out_kobo)
      from ${entries} group by 1, 2, 3 order by 1, 2, 3
      on conflict (campaign_id, mode, day) do update set
        entries = total.entries + excluded.entries, donations = total.donations + excluded.donations,
        donated_kobo = total.donated_kobo + excluded.donated_kobo, reversed_kobo = total.reversed_kobo + excluded.reversed_kobo,
        donor_kobo = total.donor_kobo + excluded.donor_kobo, owner_kobo = total.owner_kobo + excluded.owner_kobo,
        platform_kobo = total.platform_kobo + excluded.platform_kobo, provider_kobo = total.provider_kobo + excluded.provider_kobo,
        paid_out_kobo = total.paid_out_kobo + excluded.paid_out_kobo)`

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
