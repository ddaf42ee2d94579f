import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  transferTerms,
} from '../../providers/payments/payments.ts'
import {
  type DonationRow,
  type LedgerDeps,
  type PaymentDeps,
  toOwnerShare,
} from './provider-report.ts'
import { toPostings, type UnidentifiedParts } from './chart.ts'
import { bookEntry, lockPosition, platformCampaign } from './book-entry.ts'
import { openSweep } from '../../platform/queue/sweep.ts'

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
  const { mode } = deps
  await deps.database.transaction(async (queries) => {
    if (donation)
      await queries.run(sql`
        update donation set state = 'quarantined', next_check_at = null
        where campaign_id = ${donation.campaignId} and id = ${donation.id}
          and state not in ('paid', 'quarantined')`)
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
    insert into quarantined_payment as known (
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
    seen = excluded.seen, net_kobo = excluded.net_kobo, fee_kobo = excluded.fee_kobo, share_kobo = case
      when known.booked_in = excluded.booked_in then excluded.share_kobo else known.share_kobo end
  where ${fees}::bigint is not null`

/** The campaign whose books have the payment. `subAccountCode`: of the share, null if the main account has all of it. */
type Owner = { campaignId: string; ownerUid: string; subAccountCode: string | null }
type Books = Owner & { terms: Pick<DonationRow, 'feeBearer' | 'transactionCharge'> }
const platform = {
  campaignId: platformCampaign,
  ownerUid: platformCampaign,
  subAccountCode: null,
}

/** Null if the payment added nothing to our balance, or counts as a donation. */
async function findBooks(
  { mode }: LedgerDeps,
  queries: Queries,
  mismatch: Mismatch,
): Promise<Books | null> {
  const { payment, donation } = mismatch
  const isOurs = payment.mode === mode && payment.currency === 'NGN'
  if (!isOurs || (await isCharged(queries, payment))) return null
  const owner = (await findOwner(queries, mismatch)) ?? platform
  return { ...owner, terms: donation ?? transferTerms }
}

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

async function isCharged({ row }: Queries, { mode, transactionId }: ProviderPayment) {
  const found = await row(
    z.object({}),
    sql`select from provider_transaction bound
        join donation_reference place on place.reference = bound.reference
        join ledger_entry charge on charge.campaign_id = place.campaign_id
          and charge.effect_key = ${`charge:${mode}:${transactionId}`}
        where bound.mode = ${mode} and bound.transaction_id = ${transactionId}`,
  )
  return found !== undefined
}

/** Each part is between nothing and the payment, because a provider may report a fee above it or below zero. */
function toAmounts({ amount, fees, split }: ProviderPayment, books: Books | null) {
  if (!books) return { net: 0, fee: 0, share: 0 }
  const toPart = (kobo: number) => Math.min(Math.max(kobo, 0), amount)
  const fee = toPart(fees ?? 0)
  const share = toOwnerShare({ charged: amount, fees: fee, terms: books.terms, split })
  return { net: amount - fee, fee, share: books.subAccountCode === null ? 0 : toPart(share) }
}

/** Who sent a transfer is the donor's own, and no admin needs it to decide. */
const withoutSender = ({ transfer, ...payment }: ProviderPayment) => ({
  ...payment,
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
  transactionId: z.int(),
  isCredited: z.boolean(),
  isReleased: z.boolean(),
  net: z.int(),
  fee: z.int(),
  share: z.int(),
  refunded: z.int(),
  paidAt: z.nullable(z.date()),
})
type Row = z.output<typeof rowSchema>

const bookedSchema = z.object({
  net: z.int(),
  fee: z.int(),
  owner: z.int(),
  left: z.int(),
  loss: z.int(),
  entries: z.int(),
})

/**
 * Books the difference between what the selected payments must have and what is booked of them. Their money is in the clearing account
 * until it is credited to a donation, refunded, or released to the organiser. The caller holds the lock of the position.
 */
export async function bookUnidentified(
  deps: LedgerDeps,
  queries: Transaction,
  condition: Sql,
): Promise<void> {
  const rows = await queries.rows(
    rowSchema,
    sql`select booked_in as "campaignId", transaction_id as "transactionId", state = 'accepted' as "isCredited",
          released_at is not null as "isReleased", net_kobo as net, fee_kobo as fee, share_kobo as share, refunded_kobo as refunded,
          (seen ->> 'paidAt')::timestamptz as "paidAt"
        from quarantined_payment
        where mode = ${deps.mode} and booked_in is not null and ${condition} order by transaction_id`,
  )
  for (const row of rows) await bookDifference(deps, queries, row)
}

async function bookDifference({ mode, now }: LedgerDeps, queries: Transaction, row: Row) {
  const { campaignId, transactionId, paidAt } = row
  const booked = await queries.row(
    bookedSchema,
    sql`select coalesce(sum(provider_balance_kobo), 0)::bigint as net, coalesce(sum(fee_kobo), 0)::bigint as fee,
          coalesce(sum(owner_kobo), 0)::bigint as owner, coalesce(-sum(unidentified_kobo), 0)::bigint as left,
          coalesce(sum(platform_loss_kobo), 0)::bigint as loss, count(*)::integer as entries
        from ledger_entry
        where campaign_id = ${campaignId} and mode = ${mode} and kind = 'unidentified'
          and split_part(effect_key, ':', 3) = ${String(transactionId)}`,
  )
  if (booked === undefined) throw new Error('a sum of entries returned no row')
  const { entries } = booked
  const wanted = toWanted(row)
  const change = {
    net: wanted.net - booked.net,
    fee: wanted.fee - booked.fee,
    owner: wanted.owner - booked.owner,
    left: wanted.left - booked.left,
    loss: wanted.loss - booked.loss,
  }
  if (Object.values(change).every((kobo) => kobo === 0)) return
  await bookEntry({ mode, now }, queries, {
    kind: 'unidentified',
    effectKey: `unidentified:${mode}:${transactionId}${entries > 0 ? `:${entries}` : ''}`,
    campaignId,
    postings: toPostings.unidentified(change),
    memo: null,
    effectiveAt: entries > 0 ? now() : (paidAt ?? now()),
    source: 'sweep',
  })
}

/** A refund takes its amount from the clearing account, so that much stays there. The organiser bears that of a released payment. */
function toWanted(row: Row): UnidentifiedParts {
  const { isCredited, isReleased, net, fee, share, refunded } = row
  if (isCredited) return { net: 0, fee: 0, owner: 0, left: 0, loss: 0 }
  if (isReleased) return { net, fee, owner: share - refunded, left: refunded, loss: 0 }
  return { net, fee, owner: 0, left: Math.max(net, refunded), loss: Math.max(refunded - net, 0) }
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

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

const watchedSchema = z.object({
  id: z.string(),
  refundId: z.int(),
  bookedIn: z.nullable(z.string()),
})
type Watched = z.output<typeof watchedSchema>

/** A processed refund can still fail, as one of a donation. */
const watchedMs = 30 * 24 * 3_600_000

/** Asks for the refunds of quarantined payments until they are final. A failed one opens the payment again for an admin. */
export async function watchQuarantinedRefunds(deps: Deps): Promise<void> {
  const { database, mode, now, payments } = deps
  const watched = await database.rows(
    watchedSchema,
    sql`select id, refund_id as "refundId", booked_in as "bookedIn" from quarantined_payment
        where state = 'refunded' and refund_id is not null and mode = ${mode}
          and (refund_status is distinct from 'processed' or resolved_at > ${new Date(now().getTime() - watchedMs)})
        order by created_at`,
  )
  const sweep = await openSweep(deps, 'quarantined refund')
  for (const row of watched)
    await sweep.run(row.id, async () => {
      const refund = await payments.refunds.find(row.refundId)
      if (refund) await database.transaction((queries) => save(deps, queries, row, refund))
    })
}

async function save(
  deps: Deps,
  queries: Transaction,
  { id, bookedIn: campaignId }: Watched,
  refund: ProviderRefund,
) {
  const { status } = refund
  if (campaignId !== null) await lockPosition(queries, { campaignId, mode: deps.mode })
  await queries.run(sql`
    update quarantined_payment set refund_status = ${status}, refunded_kobo = ${status === 'processed' ? refund.amount : 0}
      ${status === 'failed' ? opened : sql``}
    where id = ${id} and state = 'refunded'`)
  if (campaignId === null) return
  await bookRefund(deps, queries, campaignId, refund)
  await bookUnidentified(deps, queries, sql`id = ${id}`)
}

const opened = sql`, state = 'open', refund_id = null, resolved_at = null,
      earlier_refund_ids = array_append(earlier_refund_ids, refund_id)`

/** Books the refund of a quarantined payment while it is processed, and the opposite when it fails afterwards. */
async function bookRefund(
  deps: LedgerDeps,
  queries: Transaction,
  campaignId: string,
  { mode, refundId, amount, refundedAt, status }: ProviderRefund,
): Promise<void> {
  const key = `refund:${mode}:${refundId}`
  const booked = await queries.row(
    z.object({ kobo: z.int(), entries: z.int() }),
    sql`select coalesce(sum(unidentified_kobo), 0)::bigint as kobo, count(*)::integer as entries from ledger_entry
        where campaign_id = ${campaignId} and reversal_key = ${key}`,
  )
  const { kobo = 0, entries = 0 } = booked ?? {}
  const change = (status === 'processed' ? amount : 0) - kobo
  if (change === 0) return
  await bookEntry(deps, queries, {
    kind: 'refund',
    effectKey: `${key}${entries > 0 ? `:${entries}` : ''}`,
    campaignId,
    postings: { donorClearing: -change, unidentified: change },
    memo: null,
    effectiveAt: entries > 0 ? deps.now() : (refundedAt ?? deps.now()),
    source: 'sweep',
    reversal: { key, raised: 0, donorChange: 0 },
  })
}
