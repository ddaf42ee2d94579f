import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import {
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  transferTerms,
} from '../../providers/payments/payments.ts'
import { type DonationRow, type LedgerDeps, toOwnerShare } from './provider-report.ts'
import { toPostings, type UnidentifiedParts } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry, platformCampaign } from './book-entry.ts'
import { toDifferences, allocateReversals, listReversals } from './book-reversals.ts'

type Mismatch = {
  payment: ProviderPayment
  reasons: readonly string[]
  donation?: DonationRow
  /** Whose account number a transfer was sent to. */
  campaign?: { id: string; owner: OwnerWithShare | null } | null
}
/** The organiser and the sub-account of a campaign that got the transfer's share. */
export type OwnerWithShare = { uid: string; subAccountCode: string }

/** Lists where a payment differs from its donation. The donor may be charged more than requested, because of the card fee, but not less. */
export function findMismatches(donation: DonationRow, payment: ProviderPayment): string[] {
  const isOther = !donation.isAmountAccepted && payment.requestedAmount !== donation.amount
  const isPart = (part: number | null | undefined) =>
    (part ?? 0) >= 0 && (part ?? 0) <= payment.amount
  const mismatches = {
    mode: payment.mode !== donation.mode,
    currency: payment.currency !== 'NGN',
    amount: isOther || payment.amount < donation.amount,
    'sub-account': payment.subAccountCode !== donation.subAccountCode,
    fee: !isPart(payment.fees),
    split: !isPart(payment.split?.subAccount),
  }
  return Object.entries(mismatches)
    .filter(([, differs]) => differs)
    .map(([reason]) => reason)
}

/**
 * Books a payment that is no donation in the clearing account, and stores it for an admin to decide. Safe to repeat: what the provider
 * corrects is booked as a difference.
 */
export async function quarantinePayment(
  deps: LedgerDeps,
  mismatch: Mismatch,
): Promise<'quarantined'> {
  const { payment, donation } = mismatch
  const { database, mode } = deps
  if (await isSaved(database, payment)) return 'quarantined'
  await database.transaction(async (queries) => {
    if (donation)
      await queries.run(sql`
        update donation set state = 'quarantined', next_check_at = null
        where campaign_id = ${donation.campaignId} and id = ${donation.id}
          and state not in ('paid', 'quarantined')`)
    await queries.run(takeLock(`on hold ${payment.mode} ${payment.transactionId}`))
    const books = await findBooks(deps, queries, mismatch)
    if (books) await lockPosition(queries, { campaignId: books.campaignId, mode })
    await savePayment(deps, queries, mismatch, books)
    if (!books) return
    if (books.subAccountCode !== null)
      // Its settlements are read from now on, also if no donation follows.
      await queries.run(sql`
        insert into sub_account_campaign (mode, sub_account_code, campaign_id)
        values (${mode}, ${books.subAccountCode}, ${books.campaignId}) on conflict do nothing`)
    await bookUnidentified(deps, queries, sql`transaction_id = ${payment.transactionId}`)
  })
  return 'quarantined'
}

/** Sweeps report a payment again until it is decided. */
async function isSaved({ exists }: Queries, payment: ProviderPayment): Promise<boolean> {
  return exists(sql`
    select from quarantined_payment
      where mode = ${payment.mode} and transaction_id = ${payment.transactionId} and booked_in is not null
        and seen = ${JSON.stringify(withoutSender(payment))}::jsonb`)
}

async function savePayment(
  { now }: LedgerDeps,
  { run }: Transaction,
  { payment, donation, campaign, reasons }: Mismatch,
  books: Books | null,
): Promise<void> {
  const { mode, reference, transactionId } = payment
  const { campaignId, id: donationId } = donation ?? { campaignId: campaign?.id ?? null, id: null }
  const { campaignId: bookedIn, ownerUid } = books ?? { campaignId: null, ownerUid: null }
  const { net, fee, share } = toAmounts(payment, books)
  await run(sql`
    insert into quarantined_payment (
      id, mode, reference, transaction_id, campaign_id, donation_id, reason, expected, seen, created_at, booked_in, owner_uid,
      net_kobo, fee_kobo, share_kobo)
    values (
      ${randomUUID()}, ${mode}, ${reference}, ${transactionId}, ${campaignId}, ${donationId}, ${reasons.join(', ')},
      ${toExpected(donation)}, ${withoutSender(payment)}, ${now()}, ${bookedIn}, ${ownerUid}, ${net},
      ${fee}, ${share})
    on conflict ${books ? updateBooked(payment) : sql`do nothing`}`)
}

function toExpected(donation: DonationRow | undefined) {
  if (!donation) return null
  const { mode, amount, subAccountCode } = donation
  return { mode, currency: 'NGN', amount, subAccountCode }
}

/** A report without a fee says nothing new. */
const updateBooked = ({ fees }: ProviderPayment) => sql`
  (mode, transaction_id) where booked_in is not null do update set
    seen = excluded.seen, net_kobo = excluded.net_kobo, fee_kobo = excluded.fee_kobo, share_kobo = excluded.share_kobo
  where ${fees}::bigint is not null`

/** The campaign whose books have the payment. `subAccountCode`: of the share, null if the main account has all of it. */
type Owner = { campaignId: string; ownerUid: string; subAccountCode: string | null }
type Books = Owner & { terms: Pick<DonationRow, 'feeBearer' | 'transactionCharge'> }
const platform = { campaignId: platformCampaign, ownerUid: platformCampaign, subAccountCode: null }

/** Null if it added nothing to our balance, or is a donation. One that is booked stays: its sub-account can get another campaign. */
async function findBooks(
  { mode }: LedgerDeps,
  queries: Queries,
  mismatch: Mismatch,
): Promise<Books | null> {
  const { payment, donation } = mismatch
  const isOurs = payment.mode === mode && payment.currency === 'NGN'
  if (!isOurs || (await isCharged(queries, payment))) return null
  const { subAccountCode, ...owner } = (await findOwner(queries, mismatch)) ?? platform
  const { campaignId, ownerUid } = (await findBooked(queries, payment)) ?? owner
  const code = subAccountCode ?? payment.subAccountCode
  return {
    campaignId,
    ownerUid,
    subAccountCode: campaignId === platformCampaign ? null : code,
    terms: donation ?? transferTerms,
  }
}

const findBooked = ({ row }: Queries, { mode, transactionId }: ProviderPayment) =>
  row(
    z.object({ campaignId: z.string(), ownerUid: z.string() }),
    sql`select booked_in as "campaignId", owner_uid as "ownerUid" from quarantined_payment
        where mode = ${mode} and transaction_id = ${transactionId} and booked_in is not null`,
  )

async function findOwner(
  queries: Queries,
  { payment: { mode, subAccountCode }, donation, campaign }: Mismatch,
): Promise<Owner | undefined> {
  if (donation && [null, donation.subAccountCode].includes(subAccountCode))
    return { ...donation, subAccountCode }
  if (campaign?.owner) {
    const { uid: ownerUid, subAccountCode: code } = campaign.owner
    return { campaignId: campaign.id, ownerUid, subAccountCode: code }
  }
  if (subAccountCode === null) return undefined
  const campaignId = campaign?.id ?? null
  const owner = await findPaidOwner(queries, { mode, code: subAccountCode, campaignId })
  return owner && { ...owner, subAccountCode }
}

/** A campaign that the sub-account is paid for, of which the settlements may not have been asked for yet. */
const findPaidOwner = (
  { row }: Queries,
  { mode, code, campaignId }: { mode: string; code: string; campaignId: string | null },
) =>
  row(
    z.object({ campaignId: z.string(), ownerUid: z.string() }),
    sql`select campaign_id as "campaignId", owner_uid as "ownerUid" from donation
        where mode = ${mode} and sub_account_code = ${code}
        order by campaign_id = ${campaignId}::text desc nulls last, campaign_id limit 1`,
  )

async function isCharged({ exists }: Queries, { mode, transactionId }: ProviderPayment) {
  return exists(sql`
    select from provider_transaction bound
      join donation_reference place on place.reference = bound.reference
      join ledger_entry charge on charge.campaign_id = place.campaign_id
        and charge.effect_key = ${`charge:${mode}:${transactionId}`}
      where bound.mode = ${mode} and bound.transaction_id = ${transactionId}`)
}

/** Each part is between nothing and the payment, because a provider may report a fee above it or below zero. */
function toAmounts({ amount, fees, split }: ProviderPayment, books: Books | null) {
  if (!books) return { net: 0, fee: 0, share: 0 }
  const toPart = (kobo: number) => Math.min(Math.max(kobo, 0), amount)
  const fee = toPart(fees ?? 0)
  const share = toOwnerShare({ charged: amount, fees: fee, terms: books.terms, split })
  return { net: amount - fee, fee, share: books.subAccountCode === null ? 0 : toPart(share) }
}

/** Who sent a transfer, and what charges a card, are the donor's own, and no admin needs them to decide. */
const withoutSender = ({ transfer, ...payment }: ProviderPayment) => ({
  ...payment,
  authorization: undefined,
  transfer: transfer && {
    accountNumber: transfer.accountNumber,
    sessionId: transfer.sessionId,
  },
})

/** A refund or dispute of another mode or currency, and a dispute of a payment that is no donation, reduce nothing that was raised. */
export async function quarantineReversal(
  { database, now, mode }: LedgerDeps,
  { reversal, kind }: { reversal: ProviderRefund | ProviderDispute; kind: 'refund' | 'dispute' },
): Promise<'quarantined'> {
  const number = 'refundId' in reversal ? reversal.refundId : reversal.disputeId
  await database.run(sql`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at)
    values (
      ${randomUUID()}, ${mode}, ${reversal.reference ?? ''}, ${reversal.transactionId ?? 0}, ${`${kind} ${number}`},
      ${reversal}, ${now()})
    on conflict do nothing`)
  return 'quarantined'
}

const rowSchema = z.object({
  campaignId: z.string(),
  donationId: z.nullable(z.string()),
  transactionId: z.int(),
  isCredited: z.boolean(),
  isReleased: z.boolean(),
  net: z.int(),
  fee: z.int(),
  share: z.int(),
  paidAt: z.nullable(z.date()),
})
type Row = z.output<typeof rowSchema>

/**
 * Books the difference between what the selected payments and their reversals must have and what is booked of them. Their money is in the
 * clearing account until it is credited to a donation, returned, or released to the organiser. The caller holds the lock of the position.
 * Answers the number of entries.
 */
export async function bookUnidentified(
  deps: LedgerDeps,
  queries: Transaction,
  condition: Sql,
): Promise<number> {
  const rows = await queries.rows(
    rowSchema,
    sql`select booked_in as "campaignId", case when campaign_id = booked_in then donation_id end as "donationId",
          transaction_id as "transactionId", state = 'accepted' as "isCredited", released_at is not null as "isReleased",
          net_kobo as net, fee_kobo as fee, share_kobo as share, (seen ->> 'paidAt')::timestamptz as "paidAt"
        from quarantined_payment
        where mode = ${deps.mode} and booked_in is not null and ${condition} order by transaction_id`,
  )
  let entries = 0
  for (const row of rows) entries += await bookDifference(deps, queries, row)
  return entries
}

const bookedSchema = z.object({
  kind: z.enum(['unidentified', 'refund', 'chargeback', 'bank_reversal']),
  key: z.string(),
  net: z.int(),
  fee: z.int(),
  owner: z.int(),
  left: z.int(),
  loss: z.int(),
  entries: z.int(),
})
const nothing = { net: 0, fee: 0, owner: 0, left: 0, loss: 0, entries: 0 }

async function bookDifference(deps: LedgerDeps, queries: Transaction, row: Row) {
  const { mode, now } = deps
  const { campaignId, transactionId, paidAt, isCredited } = row
  const at = now()
  const payment = { mode, campaignId, transactionId, id: row.donationId }
  // The reversals of a payment that is credited are those of its donation.
  const reversals = isCredited ? [] : await listReversals(queries, payment, at)
  const shares = allocateReversals(reversals, { charged: row.net + row.fee, credited: 0 })
  const known = await listBooked(queries, payment)
  const booked = known.find(({ kind }) => kind === 'unidentified') ?? nothing
  const book = (entry: Omit<NewEntry, 'campaignId' | 'memo' | 'source'>) =>
    bookEntry({ mode, now }, queries, { ...entry, campaignId, memo: null, source: 'sweep' })
  const differences = toDifferences(
    shares.map((share) => ({ ...share, owner: 0 })),
    known.flatMap(({ kind, key, left, entries }) =>
      kind === 'unidentified' ? [] : [{ kind, key, donor: 0 - left, owner: 0, raised: 0, entries }],
    ),
    at,
  )
  for (const { share, entries } of differences)
    await book({
      kind: share.kind,
      effectKey: `${share.key}:${transactionId}${toSuffix(entries)}`,
      postings: toPostings.return(share.donor),
      effectiveAt: share.effectiveAt,
      reversal: { key: share.key, raised: 0, donorChange: 0 },
    })
  const returned = shares.reduce((sum, { donor }) => sum + donor, 0)
  if (differences.length > 0)
    await queries.run(sql`
      update quarantined_payment set refunded_kobo = ${returned}
      where mode = ${mode} and transaction_id = ${transactionId} and booked_in is not null`)
  const change = subtract(toWanted(row, returned), booked)
  if (Object.values(change).every((kobo) => kobo === 0)) return differences.length
  await book({
    kind: 'unidentified',
    effectKey: `unidentified:${mode}:${transactionId}${toSuffix(booked.entries)}`,
    postings: toPostings.unidentified(change),
    effectiveAt: booked.entries > 0 ? at : (paidAt ?? at),
  })
  return differences.length + 1
}

const toSuffix = (entries: number) => (entries > 0 ? `:${entries}` : '')

const subtract = (wanted: UnidentifiedParts, booked: UnidentifiedParts): UnidentifiedParts => ({
  net: wanted.net - booked.net,
  fee: wanted.fee - booked.fee,
  owner: wanted.owner - booked.owner,
  left: wanted.left - booked.left,
  loss: wanted.loss - booked.loss,
})

/** What is booked of a payment that is no donation, and of each of its reversals. */
function listBooked(
  { rows }: Transaction,
  { campaignId, mode, transactionId }: Pick<Row, 'campaignId' | 'transactionId'> & { mode: string },
) {
  const number = String(transactionId)
  return rows(
    bookedSchema,
    sql`select min(split_part(known.key, ':', 1)) as kind, known.key, sum(provider_balance_kobo)::bigint as net, sum(fee_kobo)::bigint as fee,
          sum(owner_kobo)::bigint as owner, -sum(unidentified_kobo)::bigint as left,
          sum(platform_loss_kobo)::bigint as loss, count(*)::integer as entries
        from ledger_entry
        cross join lateral (select coalesce(reversal_key, kind) as key) known
        where campaign_id = ${campaignId} and mode = ${mode} and case
          when kind = 'unidentified' then split_part(effect_key, ':', 3) = ${number}
          else reversal_key is not null and donation_id is null and split_part(effect_key, ':', 4) = ${number} end
        group by known.key`,
  )
}

/** The organiser bears what is returned of a released payment, as far as it had a share. Otherwise it is taken from the clearing account. */
function toWanted(row: Row, returned: number): UnidentifiedParts {
  const { campaignId, isCredited, isReleased, net, fee, share } = row
  if (isCredited) return { net: 0, fee: 0, owner: 0, left: 0, loss: 0 }
  const borne = Math.min(returned, isReleased ? net + fee : net)
  const loss = returned - borne
  const owner = campaignId === platformCampaign ? 0 : share - borne
  if (isReleased) return { net, fee, owner, left: returned, loss }
  return { net, fee, owner: 0, left: net + loss, loss }
}

/** Makes a donation one of what arrived, which a report of the payment then charges. A fee that the donor paid on top is no donation. */
export const acceptAmount = ({ run }: Queries, id: string) =>
  run(sql`
    update donation set is_amount_accepted = true,
      amount_kobo = least((seen ->> 'amount')::bigint, (seen ->> 'requestedAmount')::bigint)
    from quarantined_payment payment
    where payment.id = ${id} and payment.state = 'open' and payment.booked_in is not null
      and donation.campaign_id = payment.campaign_id and donation.id = payment.donation_id and donation.state = 'quarantined'
      and not is_amount_accepted`)

/** Ends the clearing of payments that are charges of their donations now. The caller holds the lock of the position. */
export async function creditUnidentified(
  deps: LedgerDeps,
  queries: Transaction,
  transactionIds: readonly number[],
): Promise<void> {
  const condition = sql`transaction_id = any(${transactionIds}::bigint[])`
  await queries.run(sql`
    update quarantined_payment set state = 'accepted', resolved_at = ${deps.now()}, claimed_until = null
    where mode = ${deps.mode} and booked_in is not null and ${condition}`)
  await bookUnidentified(deps, queries, condition)
}

/** The organiser has the share from now on: the provider paid it out, or an admin left it there. The caller holds the lock of the position. */
export async function releaseUnidentified(
  deps: LedgerDeps,
  queries: Transaction,
  condition: Sql,
): Promise<void> {
  await queries.run(sql`
    update quarantined_payment set released_at = ${deps.now()}
    where mode = ${deps.mode} and booked_in is not null and released_at is null and ${condition}`)
  await bookUnidentified(deps, queries, condition)
}

/** Books the refunds and disputes that were saved of a payment that is no donation. One whose refund failed is open for an admin again. */
export function bookHeldReversals(
  deps: LedgerDeps,
  { campaignId, transactionId }: { campaignId: string; transactionId: number | null },
): Promise<number> {
  const { database, mode } = deps
  const condition = sql`mode = ${mode} and transaction_id = ${transactionId} and booked_in = ${campaignId}`
  return database.transaction(async (queries) => {
    await lockPosition(queries, { campaignId, mode })
    await queries.run(sql`
      update quarantined_payment set state = 'open', refund_id = null, resolved_at = null, claimed_until = null
      where ${condition} and state = 'refunded' and exists (
        select from provider_refund report where report.campaign_id = booked_in
          and report.mode = quarantined_payment.mode and report.refund_id = quarantined_payment.refund_id and status = 'failed')`)
    return bookUnidentified(deps, queries, condition)
  })
}
