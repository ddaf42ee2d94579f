import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import type { Refund, RefundPreview } from '#shared/refund.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type RequestHashes, hashRequest, replayOrRun } from '../../platform/http/idempotency.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { type DonationKey, accessCodePattern } from '../ledger/provider-report.ts'
import { advanceRefund } from './advance-refund.ts'
import {
  type DonorRefund,
  donorDelaySeconds,
  exceedsDailyCap,
  isInDonorPeriod,
  toDonorRefund,
} from './donor-refunds.ts'
import type { RefundDeps } from './refund-deps.ts'
import { notifyLink, notifyRequested } from './refund-notices.ts'
import {
  type RefundRow,
  keepLease,
  leaseEnd,
  postponeRefund,
  refundColumns,
  refundRowSchema,
} from './refund-rows.ts'
import { type Refundable, findRefundable } from './refundable-amounts.ts'
import { pauseIfThrottled, runRefunds } from './run-refunds.ts'

export type RefundOutcome =
  | { kind: 'requested'; refund: { id: string; amount: Kobo; state: 'waiting' | 'queued' } }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'too-large' | 'over-limit' }

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

/** Refunds that are requested on Ajo. */
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
    previewRefund: (donation: DonationKey, amount: Kobo | undefined) =>
      previewRefund(deps, donation, amount),

    /** Stores the refund and sends it. If it cannot be sent now, it waits, and a job sends it. */
    async requestRefund(request: RefundRequest): Promise<RefundOutcome> {
      const outcome = await storeRefund(deps, request)
      if (!('refund' in outcome)) return outcome
      const { kind, refund } = outcome
      if (kind === 'new' && refund.leaseToken !== null) await sendNow(deps, refund)
      return toOutcome((await findRefund(refund)) ?? refund)
    },

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

export type RefundRequest = {
  donation: DonationKey
  form: Refund
  idempotencyKey: string
  by: { role: 'owner' | 'admin' | 'donor'; uid: string | null }
  cause?: RefundRow['cause']
}

type StoreOutcome =
  | { kind: 'new' | 'repeated'; refund: RefundRow }
  | { kind: 'closed' | 'too-large' | 'over-limit' }

/**
 * Stores a refund before the provider is asked. The donation's row is locked, so that no other refund takes the same money. A request
 * is stored with a lease, because the caller sends it at once.
 */
async function storeRefund(deps: RefundDeps, request: RefundRequest): Promise<StoreOutcome> {
  const { donation, form, idempotencyKey: key, by } = request
  const scope = `${by.role} ${by.uid ?? ''}`
  const hashes = hashRequest(deps.sealing, 'refund', { scope, key, form })
  return deps.database.transaction(async (queries) => {
    await queries.run(sql`
      select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
    return replayOrRun(hashes, {
      find: () => findByKey(queries, donation, hashes),
      replay: (refund): StoreOutcome => ({ kind: 'repeated', refund }),
      run: () => insertRefund(deps, queries, { ...request, hashes }),
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

type HashedRequest = RefundRequest & { hashes: RequestHashes }

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
  if (by.role === 'donor')
    return insertDonorRefund(deps, queries, { request, refundable, total, at })
  const refund = await insertRow(queries, { request, refundable, amount: total, at })
  return { kind: 'new', refund }
}

type DonorRequest = { request: HashedRequest; refundable: Refundable; total: Kobo; at: Date }

/** Less the provider's fee, within the limits of a day, and a large one later. */
async function insertDonorRefund(
  deps: RefundDeps,
  queries: Transaction,
  { request, refundable, total, at }: DonorRequest,
): Promise<StoreOutcome> {
  const { settings } = deps
  const { donation } = request
  if (await exceedsDailyCap(queries, { donation, total, at, settings }))
    return { kind: 'over-limit' }
  const { amount, fee, isDelayed } = toDonorRefund(refundable, total, settings)
  if (amount <= 0) return { kind: 'too-large' }
  const delaySeconds = isDelayed ? donorDelaySeconds : 0
  const row = { request, refundable, amount, fee, at, delaySeconds }
  const refund = await insertRow(queries, row)
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
}

async function insertRow(
  queries: Transaction,
  { request, refundable, amount, fee = kobo(0), at, delaySeconds = 0 }: NewRow,
): Promise<RefundRow> {
  const { donation, form, by, hashes, cause = 'request' } = request
  const isSentNow = cause === 'request' && delaySeconds === 0
  const lease = isSentNow ? sql`gen_random_uuid(), ${leaseEnd}` : sql`null, null`
  const stored = await queries.row(
    refundRowSchema,
    sql`
    insert into refund (
      campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo, withheld_fee_kobo,
      reason, state, created_at, next_attempt_at, lease_token, lease_until)
    values (
      ${donation.campaignId}, ${randomUUID()}, ${donation.id}, ${refundable.mode}, ${hashes.keyHash}, ${hashes.bodyHash},
      ${by.role}, ${by.uid}, ${cause}, ${amount}, ${fee}, ${form.reason}, 'requested', ${at},
      clock_timestamp() + make_interval(secs => ${delaySeconds}), ${lease})
    returning ${refundColumns}`,
  )
  if (stored === undefined) throw new Error('the refund was not stored')
  return stored
}

type PreviewOutcome = RefundPreview | 'closed' | 'too-large'

/**
 * Who pays what if the organiser or an admin refunds this amount, or all that is left. The donor gets it in full, because the provider
 * and Ajo took their fees from the organiser's share. The provider may take it from Ajo's account: what no payout on hold covers, the
 * organiser owes to Ajo.
 */
async function previewRefund(
  { database, payments, canSend, getCover }: RefundDeps,
  donation: DonationKey,
  wanted: Kobo | undefined,
): Promise<PreviewOutcome> {
  const refundable = await findRefundable(database, donation)
  if (refundable?.mode !== payments.mode || refundable.isDisputed) return 'closed'
  const left = kobo(Math.max(refundable.amount, 0))
  const amount = wanted ?? left
  if (left === 0) return 'closed'
  if (amount > left) return 'too-large'
  const { campaignId } = donation
  const charge = await database.row(
    z.object({ platformFee: koboSchema }),
    sql`select platform_kobo as "platformFee" from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${donation.id} and kind = 'charge'`,
  )
  const fromPayouts = Math.min(amount, (await getCover?.(database, campaignId)) ?? 0)
  const problem = await canSend?.(database, {
    campaignId,
    donationId: donation.id,
    amount,
    mode: refundable.mode,
    isSent: false,
  })
  const lostFees = Math.ceil(
    ((refundable.fee + (charge?.platformFee ?? 0)) * amount) / refundable.charged,
  )
  return {
    refundable: left,
    amount,
    lostFees: kobo(lostFees),
    fromPayouts: kobo(fromPayouts),
    owed: kobo(amount - fromPayouts),
    isHeld: problem !== undefined,
  }
}
