import { randomUUID } from 'node:crypto'

import { kobo, type Kobo } from '#shared/money.ts'
import type { Refund } from '#shared/refund.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../../platform/http/idempotency.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import {
  donorDelaySeconds,
  exceedsDailyCap,
  isInDonorPeriod,
  toDonorRefund,
} from './donor-refunds.ts'
import type { RefundDeps } from './refund-deps.ts'
import { notifyRequested } from './refund-notices.ts'
import { leaseEnd, refundColumns, refundRowSchema, type RefundRow } from './refund-rows.ts'
import { findRefundable, type Refundable } from './refundable-amounts.ts'

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
export async function storeRefund(deps: RefundDeps, request: RefundRequest): Promise<StoreOutcome> {
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
