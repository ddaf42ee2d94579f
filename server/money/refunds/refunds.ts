import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import { type Refund, type RefundPreview, donorRefundMs, type RefundNeed } from '#shared/refund.ts'
import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { type RequestHashes, hashRequest, replayOrRun } from '../../platform/http/idempotency.ts'
import { Refused } from '../../platform/http/context.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { type DonationKey, accessCodePattern } from '../ledger/provider-report.ts'
import { advanceRefund, pauseIfThrottled, runRefunds } from './run-refunds.ts'
import {
  type RefundDeps,
  type RefundSettings,
  type RefundRow,
  keepLease,
  leaseEnd,
  postponeRefund,
  refundColumns,
  refundRowSchema,
  stopRefund,
  type Refundable,
  findRefundable,
} from './refund-rows.ts'
import { notifyLink, notifyRequested, notifyWaiting, stopLink } from './refund-notices.ts'

/** Large refunds wait, so that a person can look at them first. */
const delaySeconds = toTermMs(terms.delayedRefund) / 1_000

type DonorRefund = { amount: Kobo; fee: Kobo; isDelayed: boolean }

/**
 * What a donor gets back who regrets a donation. The provider keeps its fee, in proportion to the part that is refunded, so that
 * donating and refunding costs Ajo nothing.
 */
function toDonorRefund(
  { charged, fee, amount: left }: Pick<Refundable, 'charged' | 'fee' | 'amount'>,
  total: Kobo,
  { donorRefundDelayAboveNaira }: Pick<RefundSettings, 'donorRefundDelayAboveNaira'>,
): DonorRefund {
  const withheld = Math.min(Math.ceil((fee * total) / charged), total)
  return {
    amount: kobo(total - withheld),
    fee: kobo(withheld),
    // Parts of a donation are no way around the delay.
    isDelayed: charged - left + total > donorRefundDelayAboveNaira * 100,
  }
}

function isInDonorPeriod({ paidAt }: Pick<Refundable, 'paidAt'>, at: Date): boolean {
  return at.getTime() <= paidAt.getTime() + donorRefundMs
}

const personSchema = z.object({
  mode: z.enum(paymentModes),
  donorKey: z.instanceof(Buffer),
  donorUid: z.nullable(z.string()),
})

type Asked = { donation: DonationKey; total: Kobo; at: Date; settings: RefundSettings }

/** True if the person, known by address or account, would exceed the count or the sum of a day. Locks the person until the end. */
async function exceedsDailyCap(
  queries: Transaction,
  { donation, total, at, settings }: Asked,
): Promise<boolean> {
  const person = await queries.row(
    personSchema,
    sql`select mode, donor_key as "donorKey", donor_uid as "donorUid" from donation
        where campaign_id = ${donation.campaignId} and id = ${donation.id}`,
  )
  if (!person) return true
  const { mode, donorKey, donorUid } = person
  // Both, because another request may know the person by only one of them. The order is the same for all.
  const keys = [donorKey.toString('hex'), ...(donorUid === null ? [] : [donorUid])].toSorted()
  for (const key of keys) await queries.run(takeLock(`donor refunds ${key}`))
  const used = await queries.row(
    usedSchema,
    sql`select count(*)::integer as count, coalesce(sum(refund.amount_kobo + refund.withheld_fee_kobo), 0)::bigint as sum
        from refund
        join donation on donation.campaign_id = refund.campaign_id and donation.id = refund.donation_id
        where refund.mode = ${mode} and refund.requested_by = 'donor' and refund.state <> 'given-up'
          and refund.created_at > ${new Date(at.getTime() - donorRefundMs)}
          and (donation.donor_key = ${donorKey} or donation.donor_uid = ${donorUid})`,
  )
  const { count, sum } = used ?? { count: 0, sum: 0 }
  return count >= settings.donorRefundsPerDay || sum + total > settings.donorRefundNairaPerDay * 100
}

/** So many refunds a day an organiser requests without the password, if their sum is small. */
const countWithoutPassword = 5

const usedSchema = z.object({ count: z.int(), sum: koboSchema })

type Request = {
  campaignId: string
  by: { role: 'owner' | 'admin'; uid: string | null }
  mode: PaymentMode
  total: Kobo
  at: Date
}

/**
 * What a refund of this amount needs, by all that the person requested within 24 hours. Undefined if an organiser may request no more: a
 * stolen session, or an organiser who returns donations to friends before the payout, reaches a limit.
 */
async function findNeeds(
  { settings, isGuarded }: Pick<RefundDeps, 'settings' | 'isGuarded'>,
  queries: Queries,
  { campaignId, by, mode, total, at }: Request,
): Promise<RefundNeed[] | undefined> {
  const isOfDay = sql`requested_by = ${by.role} and cause = 'request' and mode = ${mode}
    and state <> 'given-up' and created_at > ${new Date(at.getTime() - donorRefundMs)}`
  const sumOf = async (whose: Sql) =>
    (await queries.row(
      usedSchema,
      sql`select count(*)::integer as count, coalesce(sum(amount_kobo), 0)::bigint as sum from refund
          where ${isOfDay} and ${whose}`,
    )) ?? { count: 0, sum: 0 }
  const used = await sumOf(sql`requested_by_uid = ${by.uid}`)
  const count = used.count + 1
  const sum = used.sum + total
  const second = sum > settings.secondPersonAbove ? (['second-person'] as const) : []
  if (by.role === 'admin') return [...second]
  if (count > settings.ownerRefundsPerDay || sum > settings.ownerRefundSumPerDay) return undefined
  const isLarge = sum > settings.ownerRefundPasswordAbove || count > countWithoutPassword
  // All who look after the money together: small refunds of several people are no way around it.
  const ofCampaign = await sumOf(sql`campaign_id = ${campaignId}`)
  const isLargeTogether = ofCampaign.sum + total > settings.ownerRefundPasswordAbove
  const needs: [RefundNeed, boolean | undefined][] = [
    ['password', isLarge],
    ['member', isLargeTogether && (await isGuarded?.(queries, campaignId))],
    ['delay', sum > settings.ownerRefundDelayAbove],
  ]
  return [...needs.flatMap(([need, isNeeded]) => (isNeeded ? [need] : [])), ...second]
}

export type RefundOutcome =
  | { kind: 'requested'; refund: { id: string; amount: Kobo; state: 'waiting' | 'queued' } }
  | { kind: 'refused'; message: string }
  | Refusal
/** `member`: another person who looks after the money must confirm it. Nothing is stored. */
type Refusal =
  | { kind: 'closed' | 'too-large' | 'over-limit' | 'unconfirmed' }
  | { kind: 'member'; amount: Kobo }

const requestedDonationSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  ownerUid: z.string(),
  donorUid: z.nullable(z.string()),
})
/** Receipts are forwarded with their access code. Only the donor's mailbox has the link, so `foundBy` decides whether a guest may request the refund. */
export type RefundableDonation = z.output<typeof requestedDonationSchema> & {
  foundBy: 'id' | 'accessCode' | 'link'
}

/** The link of a guest who requests a refund. */
export const refundLink = mailToken(
  'refund-request',
  z.object({ campaignId: z.string(), id: z.string() }),
)

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Refunds = ReturnType<typeof openRefunds>

export function openRefunds(deps: RefundDeps) {
  const { database, now, payments, settings } = deps
  const columns = sql`donation.campaign_id as "campaignId", donation.id, donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid"`

  return {
    async findRefundableDonation(id: string): Promise<RefundableDonation | undefined> {
      const link = refundLink.open(deps.sealing, id)
      if (link) return findById(link.id, 'link')
      if (uuidPattern.test(id)) return findById(id, 'id')
      if (!accessCodePattern.test(id)) return undefined
      const donation = await database.row(
        requestedDonationSchema,
        sql`select ${columns} from donation_access_code access
            join donation on donation.campaign_id = access.campaign_id and donation.id = access.donation_id
            where access.access_code = ${id}`,
      )
      return donation && { ...donation, foundBy: 'accessCode' }
    },

    /** Mails the donor the link with which a guest requests a refund: at most one in ten minutes. It works as long as the donor may ask. */
    async mailLink({ campaignId, id }: DonationKey): Promise<void> {
      const token = refundLink.create(deps.sealing, { campaignId, id })
      await database.transaction((queries) =>
        notifyLink(deps, queries, { campaignId, donationId: id, token }),
      )
    },

    /** What the donor would get back now. Undefined if the donor cannot request a refund. */
    async quoteDonorRefund(
      donation: DonationKey,
    ): Promise<(DonorRefund & { total: Kobo }) | undefined> {
      const refundable = await findRefundable(database, donation)
      if (refundable?.mode !== payments.mode || refundable.isDisputed) return undefined
      if (!isInDonorPeriod(refundable, now()) || refundable.amount <= 0) return undefined
      const total = kobo(refundable.amount)
      return { ...toDonorRefund(refundable, total, settings), total }
    },

    /** Who pays what if the organiser or an admin refunds this amount, or all that is left. */
    previewRefund: (donation: DonationKey, amount: Kobo | undefined, by: StaffRequester) =>
      previewRefund(deps, donation, { wanted: amount, by }),

    /** Stores the refund and sends it. If it cannot be sent now, it waits, and a job sends it. */
    async requestRefund(request: RefundRequest): Promise<RefundOutcome> {
      const outcome = await storeRefund(deps, request)
      if (!('refund' in outcome)) return outcome
      const { kind, refund } = outcome
      if (kind === 'new' && refund.leaseToken !== null) await sendNow(deps, refund)
      return toOutcome((await findRefund(refund)) ?? refund)
    },

    findStopLink: async (token: string) => stopLink.open(deps.sealing, token),

    /** False if the refund was sent or stopped before. */
    stopRefund: (refund: { campaignId: string; id: string }): Promise<boolean> =>
      database.transaction((queries) => stopRefund(queries, refund)),

    /** Sends, watches and retries what is due. */
    runRefunds: (signal?: AbortSignal) => runRefunds(deps, signal),
  }

  async function findById(id: string, foundBy: 'id' | 'link') {
    const donation = await database.row(
      requestedDonationSchema,
      sql`select ${columns} from donation where id = ${id}`,
    )
    return donation && { ...donation, foundBy }
  }

  function findRefund({ campaignId, id }: RefundRow) {
    return database.row(
      refundRowSchema,
      sql`select ${refundColumns} from refund where campaign_id = ${campaignId} and id = ${id}`,
    )
  }
}

/** Sends a refund for the person who waits for the answer, unless others have used up the rate. */
async function sendNow(deps: RefundDeps, refund: RefundRow): Promise<void> {
  using lease = keepLease(deps.database, refund)
  if ((await deps.pace.take()) > 0)
    return postponeRefund(deps.database, refund, { afterSeconds: 0 })
  try {
    await advanceRefund({ ...deps, isAwaited: true }, refund, lease)
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    await pauseIfThrottled(deps, error)
    await postponeRefund(deps.database, refund, { afterSeconds: 60 })
  }
}

function toOutcome({ id, amount, state, refusal }: RefundRow): RefundOutcome {
  switch (state) {
    case 'given-up':
      return { kind: 'refused', message: refusal ?? '' }
    case 'requested':
    case 'held':
    case 'sent':
    case 'failed':
      return { kind: 'requested', refund: { id, amount, state: 'waiting' } }
    case 'known':
    case 'needs-attention':
    case 'processed':
      return { kind: 'requested', refund: { id, amount, state: 'queued' } }
  }
}

/** Refuses what was refused. */
export function getRefund(outcome: RefundOutcome) {
  switch (outcome.kind) {
    case 'requested':
      return outcome.refund
    case 'member':
      throw new Refused('campaign-status-changed')
    case 'closed':
      throw new Refused('refund-closed')
    case 'too-large':
      throw new Refused('refund-too-large')
    case 'over-limit':
      throw new Refused('refund-over-limit')
    case 'unconfirmed':
      throw new Refused('requires-recent-login')
    case 'refused':
      throw new Refused('refund-refused', outcome.message ? { message: outcome.message } : {})
  }
}

type StaffRequester = { role: 'owner' | 'admin'; uid: string | null }
export type RefundRequest = {
  donation: DonationKey
  form: Refund
  idempotencyKey: string
  by: StaffRequester | { role: 'donor'; uid: string | null }
  cause?: RefundRow['cause']
  /** The organiser has proved the password, and the code where it is on. */
  isConfirmed?: boolean
  /** Records in the same transaction that another person who looks after the money has confirmed it. */
  recordMember?: (queries: Transaction) => Promise<void>
}

type StoreOutcome = { kind: 'new' | 'repeated'; refund: RefundRow } | Refusal

/**
 * Stores a refund before the provider is asked. The donation's row is locked, so that no other refund takes the same money. A request
 * is stored with a lease, because the caller sends it at once.
 */
async function storeRefund(deps: RefundDeps, request: RefundRequest): Promise<StoreOutcome> {
  const { donation, form, idempotencyKey: key, by } = request
  const scope = `${by.role} ${by.uid ?? ''}`
  const hashes = hashRequest(deps.sealing, 'refund', { scope, key, form })
  const owner =
    by.role === 'owner' && by.uid !== null ? await deps.content.findUserByUid(by.uid) : undefined
  return deps.database.transaction(async (queries) => {
    await queries.run(sql`
      select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
    return replayOrRun(hashes, {
      find: () => findByKey(queries, donation, hashes),
      replay: (refund): StoreOutcome => ({ kind: 'repeated', refund }),
      run: () => insertRefund(deps, queries, { ...request, hashes, ownerEmail: owner?.email }),
    })
  })
}

function findByKey(
  queries: Transaction,
  { campaignId, id }: DonationKey,
  { keyHash }: Pick<RequestHashes, 'keyHash'>,
) {
  return queries.row(
    refundRowSchema,
    sql`select ${refundColumns} from refund
        where campaign_id = ${campaignId} and donation_id = ${id} and key_hash = ${keyHash}`,
  )
}

type HashedRequest = RefundRequest & { hashes: RequestHashes; ownerEmail: string | undefined }

async function insertRefund(
  deps: RefundDeps,
  queries: Transaction,
  request: HashedRequest,
): Promise<StoreOutcome> {
  const { donation, form, by } = request
  const at = deps.now()
  const refundable = await findRefundable(queries, donation)
  if (refundable?.mode !== deps.payments.mode || refundable.isDisputed) return { kind: 'closed' }
  if (by.role === 'donor' && !isInDonorPeriod(refundable, at)) return { kind: 'closed' }
  const total: Kobo = form.amount ?? kobo(Math.max(refundable.amount, 0))
  if (total <= 0 || total > refundable.amount) return { kind: 'too-large' }
  if (request.cause === 'cancellation')
    return {
      kind: 'new',
      refund: await insertRow(queries, { request, refundable, amount: total, at }),
    }
  const checked = { request, refundable, total, at }
  return by.role === 'donor'
    ? insertDonorRefund(deps, queries, checked)
    : insertStaffRefund(deps, queries, { ...checked, by })
}

type CheckedRequest = { request: HashedRequest; refundable: Refundable; total: Kobo; at: Date }

/** The whole amount, and what a day's sum of the same person asks for. */
async function insertStaffRefund(
  deps: RefundDeps,
  queries: Transaction,
  { request, refundable, total, at, by }: CheckedRequest & { by: StaffRequester },
): Promise<StoreOutcome> {
  const { mode } = deps.payments
  const { campaignId } = request.donation
  for (const lock of [`refunds by ${campaignId}`, `refunds of ${by.role} ${by.uid}`])
    await queries.run(takeLock(lock))
  const needs = await findNeeds(deps, queries, { campaignId, by, mode, total, at })
  if (!needs) return { kind: 'over-limit' }
  if (needs.includes('password') && !request.isConfirmed) return { kind: 'unconfirmed' }
  if (needs.includes('member') && !request.recordMember) return { kind: 'member', amount: total }
  await request.recordMember?.(queries)
  const refund = await insertRow(queries, {
    request,
    refundable,
    amount: total,
    at,
    delaySeconds: needs.includes('delay') ? delaySeconds : 0,
    needsSecond: needs.includes('second-person'),
  })
  await notifyWaiting(deps, queries, { refund, needs, ownerEmail: request.ownerEmail })
  return { kind: 'new', refund }
}

/** Less the provider's fee, within the limits of a day, and a large one later. */
async function insertDonorRefund(
  deps: RefundDeps,
  queries: Transaction,
  { request, refundable, total, at }: CheckedRequest,
): Promise<StoreOutcome> {
  const { settings } = deps
  const { donation } = request
  if (await exceedsDailyCap(queries, { donation, total, at, settings }))
    return { kind: 'over-limit' }
  const { amount, fee, isDelayed } = toDonorRefund(refundable, total, settings)
  if (amount <= 0) return { kind: 'too-large' }
  const refund = await insertRow(queries, {
    request,
    refundable,
    amount,
    fee,
    at,
    delaySeconds: isDelayed ? delaySeconds : 0,
  })
  await notifyRequested(deps, queries, { refund, total, isDelayed })
  return { kind: 'new', refund }
}

type NewRow = {
  request: HashedRequest
  refundable: Refundable
  amount: Kobo
  fee?: Kobo
  at: Date
  delaySeconds?: number
  needsSecond?: boolean
}

async function insertRow(
  queries: Transaction,
  { request, refundable, amount, fee = kobo(0), at, ...waits }: NewRow,
): Promise<RefundRow> {
  const { donation, form, by, hashes, cause = 'request' } = request
  const { delaySeconds: seconds = 0, needsSecond = false } = waits
  const isSentNow = cause === 'request' && seconds === 0 && !needsSecond
  const lease = isSentNow ? sql`gen_random_uuid(), ${leaseEnd}` : sql`null, null`
  const stored = await queries.row(
    refundRowSchema,
    sql`
    insert into refund (
      campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo, withheld_fee_kobo,
      reason, state, problem, created_at, next_attempt_at, needs_second, lease_token, lease_until)
    values (
      ${donation.campaignId}, ${randomUUID()}, ${donation.id}, ${refundable.mode}, ${hashes.keyHash}, ${hashes.bodyHash},
      ${by.role}, ${by.uid}, ${cause}, ${amount}, ${fee}, ${form.reason}, 'requested', ${needsSecond ? 'second-person' : null}, ${at},
      clock_timestamp() + make_interval(secs => ${seconds}), ${needsSecond}, ${lease})
    returning ${refundColumns}`,
  )
  if (stored === undefined) throw new Error('the refund was not stored')
  return stored
}

type Preview = { wanted: Kobo | undefined; by: StaffRequester }
type PreviewOutcome = RefundPreview | 'closed' | 'too-large' | 'over-limit'

/**
 * Who pays what if the organiser or an admin refunds this amount, or all that is left. The donor gets it in full, because the provider
 * and Ajo took their fees from the organiser's share. The provider may take it from Ajo's account: what no payout on hold covers, the
 * organiser owes to Ajo.
 */
async function previewRefund(
  deps: RefundDeps,
  donation: DonationKey,
  { wanted, by }: Preview,
): Promise<PreviewOutcome> {
  const { database, payments, canSend, getCover, now } = deps
  const refundable = await findRefundable(database, donation)
  if (refundable?.mode !== payments.mode || refundable.isDisputed) return 'closed'
  const left = kobo(Math.max(refundable.amount, 0))
  const amount = wanted ?? left
  if (left === 0) return 'closed'
  if (amount > left) return 'too-large'
  const { mode } = refundable
  const { campaignId } = donation
  const request = { campaignId, by, mode, total: amount, at: now() }
  const needs = await findNeeds(deps, database, request)
  if (!needs) return 'over-limit'
  const { platformFee, isPaidOut } = await readCharge(database, donation)
  const fromPayouts = Math.min(amount, (await getCover?.(database, campaignId)) ?? 0)
  const planned = { campaignId, donationId: donation.id, amount, mode, isSent: false }
  const problem = await canSend?.(database, planned)
  const lostFees = Math.ceil(((refundable.fee + platformFee) * amount) / refundable.charged)
  return {
    refundable: left,
    amount,
    lostFees: kobo(lostFees),
    fromPayouts: kobo(fromPayouts),
    owed: kobo(amount - fromPayouts),
    isPaidOut,
    isHeld: problem !== undefined,
    needs,
  }
}

async function readCharge(queries: Queries, { campaignId, id }: DonationKey) {
  const charge = await queries.row(
    z.object({ platformFee: koboSchema, isPaidOut: z.boolean() }),
    sql`select platform_kobo as "platformFee", exists (
          select from settlement_line line join settlement using (mode, settlement_id)
          where line.campaign_id = charge.campaign_id and line.donation_id = charge.donation_id and status = 'success'
            and sub_account_code is not null) as "isPaidOut"
        from ledger_entry charge
        where campaign_id = ${campaignId} and donation_id = ${id} and kind = 'charge'`,
  )
  return charge ?? { platformFee: 0, isPaidOut: false }
}
