import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  isLost,
  isOpen,
  type ProviderDispute,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import {
  type DonationKey,
  type LedgerDeps,
  donationColumns,
  type DonationRow,
  donationRowSchema,
  type PaymentSource,
} from './provider-report.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { toPostings } from './chart.ts'
import { bookEntry, lockPosition, type NewEntry } from './book-entry.ts'

const keySchema = z.object({ campaignId: z.string(), id: z.string() })

/** `isHeld`: of a payment that is no donation, in the campaign that has its entries. Its donation, if it has one, is not charged. */
export type Reversed = { campaignId: string; id: string | null; isHeld: boolean }
type OfPayment = { reference: string | null; transactionId: number | null }

/** What a refund or dispute takes from. A reference that was paid twice has one charge, from which the other payment takes nothing. */
export async function findReversed(
  deps: LedgerDeps,
  reversal: OfPayment,
): Promise<Reversed | undefined> {
  const { database, mode } = deps
  const known = await findDonation(deps, reversal)
  const isOther = known && (await isOfOtherPayment(database, known, reversal))
  const donation = isOther ? undefined : known
  const held = await database.row(
    z.object({ campaignId: z.string() }),
    sql`select booked_in as "campaignId" from quarantined_payment
        where mode = ${mode} and transaction_id = ${reversal.transactionId} and booked_in is not null and state <> 'accepted'`,
  )
  if (!held) return donation && { ...donation, isHeld: false }
  const { campaignId } = held
  const id = donation?.campaignId === campaignId ? donation.id : null
  return { campaignId, id, isHeld: true }
}

/** By our reference, or by the provider's number of the payment. */
async function findDonation(
  { database, mode }: LedgerDeps,
  { reference, transactionId }: OfPayment,
): Promise<DonationKey | undefined> {
  const byReference =
    reference === null
      ? undefined
      : await database.row(
          keySchema,
          sql`select campaign_id as "campaignId", donation_id as id from donation_reference where reference = ${reference}`,
        )
  if (byReference || transactionId === null) return byReference
  return database.row(
    keySchema,
    sql`select campaign_id as "campaignId", donation_id as id from provider_payment
        where mode = ${mode} and transaction_id = ${transactionId}`,
  )
}

async function isOfOtherPayment(
  queries: Queries,
  { campaignId, id }: DonationKey,
  { transactionId }: OfPayment,
): Promise<boolean> {
  return queries.exists(sql`
    select from ledger_entry
      where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge' and transaction_id <> ${transactionId}`)
}

/** Whether an admin has or had to decide about a payment that is no donation. */
export async function isOnHold(
  { database, mode }: LedgerDeps,
  { transactionId }: ProviderDispute,
): Promise<boolean> {
  return database.exists(
    sql`select from quarantined_payment where mode = ${mode} and transaction_id = ${transactionId} limit 1`,
  )
}

/** The same of a `dispute` in SQL as `isLost` of one in memory. */
export const isLostDispute = sql`(
  dispute.status in ('resolved', 'archived') and dispute.resolution in ('merchant-accepted', 'auto-accepted'))`

/** The amount of the payment of a `dispute`. */
export const disputedPayment = sql`
  select amount_kobo as kobo from provider_payment paid
  where paid.campaign_id = dispute.campaign_id and paid.donation_id = dispute.donation_id
  union all
  select net_kobo + fee_kobo from quarantined_payment held
  where held.mode = dispute.mode and held.transaction_id = dispute.transaction_id and booked_in is not null
  limit 1`

/** True of a `donation` that has a refund, dispute or reversal entry, so that its reversals must be booked anew. */
export const hasReversals = sql`(
  exists (select from provider_refund refund where refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id)
  or exists (
    select from provider_dispute dispute where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id)
  or exists (
    select from ledger_entry entry where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
      and entry.reversal_key is not null))`

/** `isNew`: the response to the call that made the refund, which is older than every other report of it. */
export type RefundReport = { refund: ProviderRefund; askedAt: Date; isNew?: boolean }

/** Saves the provider's latest report of a refund. A report that was asked for earlier never overwrites a later one. */
export async function saveRefund(
  { run }: Queries,
  { campaignId, id }: Pick<Reversed, 'campaignId' | 'id'>,
  { refund, askedAt, isNew = false }: RefundReport,
): Promise<void> {
  await run(sql`
    insert into provider_refund as known (
      campaign_id, refund_id, mode, donation_id, transaction_id, dispute_id, amount_kobo, currency, status, merchant_note,
      deducted_kobo, refunded_at, created_at, asked_at)
    values (
      ${campaignId}, ${refund.refundId}, ${refund.mode}, ${id}, ${refund.transactionId}, ${refund.disputeId}, ${refund.amount},
      ${refund.currency}, ${refund.status}, ${refund.merchantNote}, ${refund.deducted}, ${refund.refundedAt}, ${refund.createdAt},
      ${askedAt})
    on conflict (campaign_id, mode, refund_id) do update set
      dispute_id = excluded.dispute_id, amount_kobo = excluded.amount_kobo, currency = excluded.currency, status = excluded.status,
      merchant_note = coalesce(excluded.merchant_note, known.merchant_note),
      deducted_kobo = coalesce(excluded.deducted_kobo, known.deducted_kobo),
      refunded_at = coalesce(excluded.refunded_at, known.refunded_at), asked_at = excluded.asked_at
    where not ${isNew}::boolean and known.asked_at <= excluded.asked_at
      and known.donation_id is not distinct from excluded.donation_id`)
}

export async function saveDispute(
  { run }: Queries,
  { campaignId, id }: Pick<Reversed, 'campaignId' | 'id'>,
  { dispute, askedAt }: { dispute: ProviderDispute; askedAt: Date },
): Promise<void> {
  await run(sql`
    insert into provider_dispute as known (
      campaign_id, dispute_id, mode, donation_id, transaction_id, refund_kobo, status, resolution, category, due_at,
      resolved_at, asked_at)
    values (
      ${campaignId}, ${dispute.disputeId}, ${dispute.mode}, ${id}, ${dispute.transactionId}, ${dispute.refundAmount},
      ${dispute.status}, ${dispute.resolution}, ${dispute.category}, ${dispute.dueAt}, ${dispute.resolvedAt}, ${askedAt})
    on conflict (campaign_id, mode, dispute_id) do update set
      refund_kobo = excluded.refund_kobo, status = excluded.status, resolution = excluded.resolution,
      category = excluded.category, due_at = excluded.due_at, resolved_at = excluded.resolved_at,
      asked_at = excluded.asked_at
    where known.asked_at <= excluded.asked_at and known.donation_id is not distinct from excluded.donation_id`)
}

/** A payment reported as reversed, without a refund or dispute that explains it, is booked as a bank reversal after a day. */
export const unexplainedMs = 24 * 3_600_000

const reportedSchema = z.object({
  source: z.enum(['refund', 'dispute', 'payment']),
  id: z.int(),
  disputeId: z.nullable(z.int()),
  amount: z.nullable(z.int()),
  withheldFee: z.int(),
  status: z.string(),
  resolution: z.nullable(z.string()),
  effectiveAt: z.date(),
})

/** A payment that is charged or in the clearing account. `id`: of its donation. */
type Payment = {
  campaignId: string
  id: string | null
  mode: PaymentMode
  transactionId: number
}

/** The processed refunds and lost disputes of a payment, or its bank reversal. What is still pending takes nothing. */
export async function listReversals(
  queries: Transaction,
  payment: Payment,
  at: Date,
): Promise<Reversal[]> {
  const reported = await listReported(queries, payment, at)
  const refunds = reported.filter(({ source }) => source === 'refund')
  const disputes = reported.filter(({ source }) => source === 'dispute')
  const { mode } = payment
  // The provider may pay a lost dispute as a refund that names it: the same money.
  const isPaidByDispute = (disputeId: number | null) =>
    disputes.some((dispute) => dispute.id === disputeId && isLost(dispute))
  const known: Reversal[] = [
    ...refunds
      .filter(({ status, disputeId }) => status === 'processed' && !isPaidByDispute(disputeId))
      .map(({ id: refundId, amount, withheldFee, effectiveAt }) => ({
        key: `refund:${mode}:${refundId}`,
        kind: 'refund' as const,
        amount,
        withheldFee,
        effectiveAt,
      })),
    ...disputes.filter(isLost).map(({ id: disputeId, amount, effectiveAt }) => ({
      key: `chargeback:${mode}:${disputeId}`,
      kind: 'chargeback' as const,
      amount,
      effectiveAt,
    })),
  ]
  const isExplained =
    refunds.some(({ status }) => status !== 'failed') ||
    disputes.some((dispute) => isOpen(dispute) || isLost(dispute))
  if (isExplained) return known
  const reversed = reported.filter(({ source }) => source === 'payment')
  return [
    ...known,
    ...reversed.map(({ id: transactionId, effectiveAt }) => ({
      key: `bank_reversal:${mode}:${transactionId}`,
      kind: 'bank_reversal' as const,
      amount: null,
      effectiveAt,
    })),
  ]
}

/** The provider's fee that a donor did not get back with a `refund` that the provider reported, also before our row has its number. */
export const withheldFee = sql`coalesce((
  select max(own.withheld_fee_kobo) from refund own
  where own.campaign_id = refund.campaign_id and own.donation_id = refund.donation_id and own.mode = refund.mode
    and (own.refund_id = refund.refund_id
      or own.refund_id is null and starts_with(refund.merchant_note, 'Ajo ' || own.id))), 0)`

/** The refunds and disputes, and the payment of a donation if it was reported as reversed for a day. */
function listReported(
  queries: Transaction,
  { campaignId, id, mode, transactionId }: Payment,
  at: Date,
) {
  return queries.rows(
    reportedSchema,
    sql`select 'refund' as source, refund_id as id, dispute_id as "disputeId", amount_kobo as amount, ${withheldFee}::bigint as "withheldFee",
          status, null as resolution, coalesce(refunded_at, ${at}::timestamptz) as "effectiveAt"
        from provider_refund refund
        where campaign_id = ${campaignId} and mode = ${mode} and transaction_id = ${transactionId} and currency = 'NGN'
        union all
        select 'dispute', dispute_id, null, refund_kobo, 0, status, resolution, coalesce(resolved_at, ${at}::timestamptz)
        from provider_dispute
        where campaign_id = ${campaignId} and mode = ${mode}
          and (transaction_id = ${transactionId} or (transaction_id is null and donation_id = ${id}))
        union all
        select 'payment', transaction_id, null, null, 0, status, null, reversed_since from provider_payment
        where campaign_id = ${campaignId} and donation_id = ${id}
          and reversed_since <= ${new Date(at.getTime() - unexplainedMs)}`,
  )
}

type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** A refund, a lost dispute or a bank reversal of one payment. Null: all that is left, until the provider names an amount. */
type Reversal = {
  key: string
  kind: ReversalKind
  amount: number | null
  withheldFee?: number
  effectiveAt: Date
}

/** What the donor receives, the part of it that the owner bears, and what reduces what was raised. */
type Share = Pick<Reversal, 'key' | 'kind' | 'effectiveAt'> & {
  donor: number
  owner: number
  raised: number
}

/**
 * Allocates what a donation holds to its reversals. The owner bears them up to the charge; what exceeds it is the platform's loss. The
 * order of the keys decides, so that the order of arrival does not matter. A card fee that the donor paid on top is not part of the
 * donation: the donation is reversed before it. The fee that a donor does not get back ends a part of the donation too.
 */
export function allocateReversals(
  reversals: readonly Reversal[],
  { charged, credited }: { charged: number; credited: number },
): Share[] {
  let [ownerLeft, raisedLeft] = [charged, credited]
  return reversals
    .toSorted(compare)
    .map(({ key, kind, amount, withheldFee: fee = 0, effectiveAt }) => {
      const donor = amount ?? ownerLeft
      const owner = Math.min(donor, ownerLeft)
      const raised = Math.min(donor + fee, raisedLeft)
      ownerLeft -= owner
      raisedLeft -= raised
      return { key, kind, effectiveAt, donor, owner, raised }
    })
}

/** Reversals without an amount come last: they take what the others leave. */
function compare(one: Reversal, other: Reversal) {
  const byAmount = Number(one.amount === null) - Number(other.amount === null)
  if (byAmount !== 0) return byAmount
  return one.key < other.key ? -1 : 1
}

/**
 * Computes the reversals of a donation from all refunds and disputes that the provider reported, in any order, and books only the
 * difference to what is booked. Answers the number of entries made.
 */
export async function bookReversals(
  deps: LedgerDeps,
  key: DonationKey,
  source: PaymentSource,
): Promise<number> {
  const at = deps.now()
  return deps.database.transaction(async (queries) => {
    // A charge updates this row as well: either it sees what we know, or we see the charge.
    const donation = await queries.row(
      donationRowSchema,
      sql`select ${donationColumns} from donation where campaign_id = ${key.campaignId} and id = ${key.id} for update`,
    )
    if (!donation) return 0
    const { charge, booked } = await listBooked(queries, key)
    if (!charge) return 0
    const payment = { ...donation, transactionId: charge.transactionId }
    const shares = allocateReversals(await listReversals(queries, payment, at), charge)
    const differences = toDifferences(shares, booked, at)
    if (differences.length === 0) return 0
    // Nothing is written off or undone meanwhile, and what belongs together has one time.
    await lockPosition(queries, donation)
    const bookedAt = deps.now()
    const book = (entry: Omit<NewEntry, 'campaignId' | 'source'>) =>
      bookEntry({ mode: deps.mode, now: () => bookedAt }, queries, {
        ...entry,
        campaignId: donation.campaignId,
        source,
      })
    const undos = await findWriteOffUndos(queries, donation, differences)
    let left = charge.credited - sumRaised(booked)
    for (const difference of differences) {
      const after = left - difference.share.raised
      const donorChange = Number(after > 0) - Number(left > 0)
      left = after
      await book({ ...toEntry(difference, donorChange), donationId: donation.id })
    }
    for (const undo of undos) await book({ ...undo, memo: null, effectiveAt: at })
    if (!deps.isQuiet) await enqueueJob(queries, reversalNoticeJob(key))
    return differences.length
  })
}

function findWriteOffUndos(
  queries: Transaction,
  donation: DonationRow,
  differences: readonly Difference[],
) {
  const borne = differences.reduce((total, { share }) => total + share.owner, 0)
  return borne < 0 ? listWriteOffUndos(queries, donation, -borne) : []
}

const bookedSchema = z.object({
  kind: z.enum(['refund', 'chargeback', 'bank_reversal']),
  key: z.string(),
  donor: z.int(),
  owner: z.int(),
  raised: z.int(),
  transactionId: z.int(),
  entries: z.int(),
})
type Booked = Omit<z.output<typeof bookedSchema>, 'transactionId'>
const entrySchema = z.union([z.extend(bookedSchema, { kind: z.literal('charge') }), bookedSchema])

/** The charge of a donation, and what is booked for each of its reversals. */
async function listBooked(queries: Transaction, { campaignId, id }: DonationKey) {
  const entries = await queries.rows(
    entrySchema,
    sql`select split_part(known.key, ':', 1) as kind, known.key, sum(donor_kobo)::bigint as donor,
          -sum(owner_kobo)::bigint as owner, -sum(raised_kobo)::bigint as raised,
          min(transaction_id) as "transactionId", count(*)::integer as entries
        from ledger_entry
        cross join lateral (select coalesce(reversal_key, kind) as key) known
        where campaign_id = ${campaignId} and donation_id = ${id} and (reversal_key is not null or kind = 'charge')
        group by known.key`,
  )
  const charge = entries.find(({ kind }) => kind === 'charge')
  return {
    charge: charge && {
      transactionId: charge.transactionId,
      charged: 0 - charge.donor,
      credited: 0 - charge.raised,
    },
    booked: entries.flatMap((entry) => (entry.kind === 'charge' ? [] : [entry])),
  }
}

/** What is left to book of a reversal that already has `entries`: negative where money comes back to the campaign. */
type Difference = { share: Share; entries: number }

/** Undone reversals come first, so that the reversals never exceed the charge. */
export function toDifferences(shares: readonly Share[], booked: readonly Booked[], at: Date) {
  const undone = booked
    .filter(({ key }) => !shares.some((share) => share.key === key))
    .map(({ kind, key }): Share => ({ kind, key, effectiveAt: at, donor: 0, owner: 0, raised: 0 }))
  return [...shares, ...undone]
    .map((share): Difference => {
      const { donor, owner, raised, entries } =
        booked.find(({ key }) => key === share.key) ?? nothing
      const left = {
        donor: share.donor - donor,
        owner: share.owner - owner,
        raised: share.raised - raised,
      }
      return { share: { ...share, ...left }, entries }
    })
    .filter(({ share }) => share.donor !== 0 || share.owner !== 0 || share.raised !== 0)
    .toSorted((one, other) => one.share.raised - other.share.raised)
}

const nothing = { donor: 0, owner: 0, raised: 0, entries: 0 }

const sumRaised = (booked: readonly Booked[]) =>
  booked.reduce((total, { raised }) => total + raised, 0)

function toEntry({ share, entries }: Difference, donorChange: number) {
  const suffix = entries > 0 ? `:${entries}` : ''
  return {
    kind: share.kind,
    effectKey: `${share.key}${suffix}`,
    postings: toPostings.reversal(share),
    memo: null,
    effectiveAt: share.effectiveAt,
    reversal: { key: share.key, raised: 0 - share.raised, donorChange },
  } satisfies Partial<NewEntry>
}

type WriteOffUndo = Pick<NewEntry, 'kind' | 'effectKey' | 'postings'>

/**
 * What was written off because of reversals that are undone now, by `credited` for the owner: without them, the owner would not have owed
 * it. Reversals that were booked after a write-off never were part of it. The caller holds the lock of the campaign's position.
 */
async function listWriteOffUndos(
  queries: Transaction,
  donation: DonationRow,
  credited: number,
): Promise<WriteOffUndo[]> {
  const writeOffs = await listWriteOffs(queries, donation)
  if (writeOffs.length === 0) return []
  const borne = await listBorne(queries, donation)
  const after = (borne.at(-1)?.kobo ?? 0) - credited
  let undone = 0
  return writeOffs.flatMap(({ effectKey, at, open, undos }) => {
    const kobo = Math.min(open, getPart(borne, at) - after - undone)
    if (kobo <= 0) return []
    undone += kobo
    return {
      kind: 'write_off_undo' as const,
      effectKey: `${effectKey.replace('write_off', 'write_off_undo')}:${undos}`,
      postings: toPostings.writeOffUndo(kobo),
    }
  })
}

type Borne = { at: Date; kobo: number }

/** What the owner bore of the donation when a claim was written off, as far as it was never undone since then. */
function getPart(borne: readonly Borne[], at: Date): number {
  const before = borne.findLast((entry) => entry.at <= at)?.kobo ?? 0
  return Math.min(before, ...borne.filter((entry) => entry.at > at).map(({ kobo }) => kobo))
}

/** What the owner bore of the donation's reversals after each time that some were booked. */
function listBorne(queries: Transaction, { campaignId, id }: DonationRow): Promise<Borne[]> {
  return queries.rows(
    z.object({ at: z.date(), kobo: z.int() }),
    sql`select booked_at as at, (sum(sum(-owner_kobo)) over (order by booked_at))::bigint as kobo from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and reversal_key is not null
        group by booked_at order by booked_at`,
  )
}

const writeOffSchema = z.object({
  effectKey: z.string(),
  at: z.date(),
  open: z.int(),
  undos: z.int(),
})

/** Oldest first: without the reversal, the oldest would have been smaller. */
function listWriteOffs(queries: Transaction, { campaignId, mode }: DonationRow) {
  return queries.rows(
    writeOffSchema,
    sql`select effect_key as "effectKey", booked_at as at, (platform_loss_kobo - undone.kobo)::bigint as open, undone.undos
        from ledger_entry write_off
        cross join lateral (
          select coalesce(-sum(platform_loss_kobo), 0) as kobo, count(*)::integer as undos from ledger_entry undo
          where undo.campaign_id = write_off.campaign_id and undo.kind = 'write_off_undo'
            and starts_with(undo.effect_key, replace(write_off.effect_key, 'write_off:', 'write_off_undo:') || ':')) undone
        where campaign_id = ${campaignId} and mode = ${mode} and kind = 'write_off'
        order by booked_at, effect_key`,
  )
}

/** The refunds run this task; the ledger only queues it. */
export const reversalNoticeTask = 'mail-reversal-notices'

/** The job that mails the donor about reversals of this donation that no mail has announced. */
function reversalNoticeJob({ campaignId, id }: DonationKey) {
  return {
    task: reversalNoticeTask,
    payload: { campaignId, id },
    key: `${reversalNoticeTask} ${id}`,
  }
}
