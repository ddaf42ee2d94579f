import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema, kobo, type Kobo } from '#shared/money.ts'
import { refundStates, type Refund } from '#shared/refund.ts'

import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../http/idempotency.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import type { DonationKey } from '../ledger/entries/donation-row.ts'
import { refundableAmounts } from './refundable-amounts.ts'

export type RefundRequest = {
  donation: DonationKey
  form: Refund
  idempotencyKey: string
  by: { role: 'owner' | 'admin' | 'donor'; uid: string | null }
}

/** Longer than the timeout of a request to the provider. */
const leaseMs = 30_000
const donorWindowMs = 24 * 3_600_000

const requestSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  donationId: z.string(),
  amount: koboSchema,
  reason: z.string(),
  requestedBy: z.enum(['owner', 'admin', 'donor']),
  state: z.enum(refundStates),
  refusal: z.nullable(z.string()),
  bodyHash: z.instanceof(Buffer),
  createdAt: z.date(),
})
export type StoredRequest = z.output<typeof requestSchema>
const requestColumns = sql`
  request.campaign_id as "campaignId", request.id, request.donation_id as "donationId", request.amount_kobo as amount,
  request.reason, request.requested_by as "requestedBy", request.state, request.refusal, request.body_hash as "bodyHash",
  request.created_at as "createdAt"`

type StoreOutcome =
  | { kind: 'new' | 'repeated'; request: StoredRequest }
  | { kind: 'closed' | 'too-large' }

/** Reserves the amount before the provider is asked. The donation's row is locked, so that no other request takes the same money. */
export async function storeRequest(
  deps: PaymentDeps,
  request: RefundRequest,
): Promise<StoreOutcome> {
  const { donation, form, idempotencyKey: key, by } = request
  const scope = `${by.role} ${by.uid ?? ''}`
  const hashes = hashRequest(deps.sealing, 'refund', { scope, key, form })
  return deps.database.transaction(async (queries) => {
    await queries.run(sql`
      select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
    return replayOrRun(hashes, {
      find: () => findByKey(queries, donation, hashes),
      replay: (stored): StoreOutcome => ({ kind: 'repeated', request: stored }),
      run: () => insertRequest(deps, queries, { ...request, hashes }),
    })
  })
}

function findByKey(
  queries: Transaction,
  { campaignId, id }: DonationKey,
  { keyHash }: Pick<RequestHashes, 'keyHash'>,
) {
  return queries.row(
    requestSchema,
    sql`select ${requestColumns} from refund_request request
        where campaign_id = ${campaignId} and donation_id = ${id} and key_hash = ${keyHash}`,
  )
}

async function insertRequest(
  { now, payments }: Pick<PaymentDeps, 'now' | 'payments'>,
  queries: Transaction,
  { donation, form, by, hashes }: RefundRequest & { hashes: RequestHashes },
): Promise<StoreOutcome> {
  const at = now()
  const refundable = await findRefundable(queries, donation)
  if (refundable?.mode !== payments.mode || refundable.isDisputed) return { kind: 'closed' }
  if (by.role === 'donor' && at.getTime() > refundable.paidAt.getTime() + donorWindowMs)
    return { kind: 'closed' }
  const amount: Kobo = form.amount ?? kobo(refundable.amount)
  if (amount <= 0 || amount > refundable.amount) return { kind: 'too-large' }
  const stored = await queries.row(
    requestSchema,
    sql`
    insert into refund_request as request (
      campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, amount_kobo, reason, state,
      created_at, claimed_until)
    values (
      ${donation.campaignId}, ${randomUUID()}, ${donation.id}, ${refundable.mode}, ${hashes.keyHash}, ${hashes.bodyHash},
      ${by.role}, ${by.uid}, ${amount}, ${form.reason}, 'waiting', ${at}, ${new Date(at.getTime() + leaseMs)})
    returning ${requestColumns}`,
  )
  if (stored === undefined) throw new Error('the refund request was not stored')
  return { kind: 'new', request: stored }
}

const refundableSchema = z.object({
  mode: z.enum(paymentModes),
  amount: z.int(),
  paidAt: z.date(),
  isDisputed: z.boolean(),
})

function findRefundable(queries: Transaction, { campaignId, id }: DonationKey) {
  return queries.row(
    refundableSchema,
    sql`select * from (${refundableAmounts(campaignId)}) donation where id = ${id}`,
  )
}

/** Requests that have not reached the provider, or whose response was lost. */
export function claimWaiting(
  { database, now, payments }: Pick<PaymentDeps, 'database' | 'now' | 'payments'>,
  limit: number,
) {
  const at = now()
  return database.rows(
    requestSchema,
    sql`
    update refund_request request set claimed_until = ${new Date(at.getTime() + leaseMs)}
    where (campaign_id, id) in (
      select campaign_id, id from refund_request
      where state = 'waiting' and claimed_until <= ${at} and mode = ${payments.mode}
      order by claimed_until limit ${limit} for update skip locked)
    returning ${requestColumns}`,
  )
}
