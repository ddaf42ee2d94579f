import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Postings } from '../chart/accounts.ts'
import { getKind, type EntryKind } from '../chart/chart.ts'
import { toCanonical, type Position } from '../chart/position.ts'
import { insertEntry, type LedgerEntry } from './insert-entry.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { lockPosition } from './position-lock.ts'
import type { EntrySource } from './provider-report.ts'

/** The campaign of entries that belong to the platform alone. */
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

async function isBooked({ row }: Transaction, { campaignId, effectKey }: NewEntry) {
  const found = await row(
    z.object({ isBooked: z.boolean() }),
    sql`select exists (
          select from ledger_entry where campaign_id = ${campaignId} and effect_key = ${effectKey}) as "isBooked"`,
  )
  return found?.isBooked ?? false
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
  donorKey: z.instanceof(Buffer),
  transactionId: z.nullable(z.int()),
})

async function findSubject(
  queries: Transaction,
  { campaignId, donationId }: NewEntry,
): Promise<Pick<LedgerEntry, 'ownerUid' | 'donation'>> {
  if (campaignId === platformCampaign) return { ownerUid: platformCampaign, donation: null }
  const found = await queries.row(
    subjectSchema,
    sql`select donation.owner_uid as "ownerUid", donor_key as "donorKey", charge.transaction_id as "transactionId"
        from donation
        left join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and (${donationId ?? null}::uuid is null or donation.id = ${donationId ?? null}::uuid)
        order by donation.id limit 1`,
  )
  if (found === undefined)
    return { ownerUid: await findQuarantinedOwner(queries, campaignId), donation: null }
  const { ownerUid, donorKey, transactionId } = found
  if (donationId === undefined) return { ownerUid, donation: null }
  if (transactionId === null) throw new Error('a ledger entry needs the charge of its donation')
  return { ownerUid, donation: { id: donationId, transactionId, donorKey } }
}

/** Of a campaign that got only transfers that are no donations. */
async function findQuarantinedOwner({ row }: Transaction, campaignId: string): Promise<string> {
  const found = await row(
    z.object({ ownerUid: z.string() }),
    sql`select owner_uid as "ownerUid" from quarantined_payment
        where campaign_id = ${campaignId} and owner_uid is not null order by id limit 1`,
  )
  if (found === undefined)
    throw new Error('a ledger entry needs a donation or a quarantined transfer of its campaign')
  return found.ownerUid
}
