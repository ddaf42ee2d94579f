import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema, kobo, type Kobo } from '#shared/money.ts'
import { refundStates, type Refund } from '#shared/refund.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'
import type { DonationPlace } from '../ledger/returns/settle-returns.ts'

export type RefundRequest = {
  donation: DonationPlace
  form: Refund
  /** The form's own key: however often it is sent, it asks once. */
  key: string
  by: { role: 'owner' | 'admin' | 'donor'; uid: string | null }
}

/** Longer than the provider is ever waited for. */
export const leaseMs = 30_000
/** A donor may change their mind for a day. */
const regretMs = 24 * 3_600_000

const requestSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  donationId: z.string(),
  amount: koboSchema,
  reason: z.string(),
  askedBy: z.enum(['owner', 'admin', 'donor']),
  state: z.enum(refundStates),
  refusal: z.nullable(z.string()),
  bodyHash: z.instanceof(Buffer),
  createdAt: z.date(),
})
export type KeptRequest = z.output<typeof requestSchema>
export const requestColumns = sql`
  request.campaign_id as "campaignId", request.id, request.donation_id as "donationId", request.amount_kobo as amount,
  request.reason, request.asked_by as "askedBy", request.state, request.refusal, request.body_hash as "bodyHash", request.created_at as "createdAt"`

export type RequestAnswer =
  | { kind: 'new'; request: KeptRequest }
  | { kind: 'known'; request: KeptRequest }
  | { kind: 'mismatch' | 'closed' | 'too-much' }

/** Takes the amount from what is left of the gift, under the lock of its row: nobody else counts on the same money. */
export async function keepRequest(
  { database, sealing, now, payments }: LedgerParts,
  { donation, form, key, by }: RefundRequest,
): Promise<RequestAnswer> {
  const keyHash = sealing.fingerprint('refund-key', `${by.role} ${by.uid ?? ''} ${key}`)
  const bodyHash = sealing.fingerprint('refund-form', JSON.stringify(form))
  const at = now()
  return database.transaction(async (queries): Promise<RequestAnswer> => {
    await queries.run(sql`
      select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
    const known = await findByKey(queries, donation, keyHash)
    if (known)
      return known.bodyHash.equals(bodyHash)
        ? { kind: 'known', request: known }
        : { kind: 'mismatch' }
    const left = await findLeft(queries, donation)
    if (left === undefined || left.mode !== payments.mode || left.isDisputed)
      return { kind: 'closed' }
    if (by.role === 'donor' && at.getTime() > left.paidAt.getTime() + regretMs)
      return { kind: 'closed' }
    const amount: Kobo = form.amount ?? kobo(left.amount)
    if (amount <= 0 || amount > left.amount) return { kind: 'too-much' }
    const id = randomUUID()
    await queries.run(sql`
      insert into refund_request (
        campaign_id, id, donation_id, mode, key_hash, body_hash, asked_by, asked_uid, amount_kobo, reason, state, created_at,
        claimed_until)
      values (
        ${donation.campaignId}, ${id}, ${donation.id}, ${left.mode}, ${keyHash}, ${bodyHash}, ${by.role}, ${by.uid},
        ${amount}, ${form.reason}, 'waiting', ${at}, ${new Date(at.getTime() + leaseMs)})`)
    const request = await findByKey(queries, donation, keyHash)
    if (request === undefined) throw new Error('a request for a refund was not kept')
    return { kind: 'new', request }
  })
}

function findByKey(queries: Queries, { campaignId, id }: DonationPlace, keyHash: Buffer) {
  return queries.row(
    requestSchema,
    sql`select ${requestColumns} from refund_request request
        where campaign_id = ${campaignId} and donation_id = ${id} and key_hash = ${keyHash}`,
  )
}

const leftSchema = z.object({
  mode: z.enum(paymentModes),
  amount: z.int(),
  paidAt: z.date(),
  isDisputed: z.boolean(),
})

function findLeft(queries: Queries, { campaignId, id }: DonationPlace) {
  return queries.row(leftSchema, sql`select * from (${leftOf(campaignId)}) gift where id = ${id}`)
}

/** Of each paid gift of a campaign: what was paid, less what went back or is on its way, less what was asked for and has not reached the provider yet. */
export const leftOf = (campaignId: string) => sql`
    select charge.donation_id as id, charge.mode, coalesce(known.paid_at, charge.at) as "paidAt",
      (-charge.donor_kobo
        - (select coalesce(sum(amount_kobo), 0) from provider_refund refund
           where refund.campaign_id = charge.campaign_id and refund.donation_id = charge.donation_id and status <> 'failed'
             and not exists (
              select from provider_dispute dispute
              where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode
                and dispute.dispute_id = refund.dispute_id and dispute.status in ('resolved', 'archived')
                and dispute.resolution in ('merchant-accepted', 'auto-accepted')))
        - (select coalesce(sum(amount_kobo), 0) from refund_request request
           where request.campaign_id = charge.campaign_id and request.donation_id = charge.donation_id and state = 'waiting')
        - (select coalesce(sum(donor_kobo), 0) from ledger_entry entry
           where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id
             and kind in ('chargeback', 'chargeback_undo', 'reversal', 'reversal_undo')))::bigint as amount,
      exists (
        select from provider_dispute dispute
        where dispute.campaign_id = charge.campaign_id and dispute.donation_id = charge.donation_id
          and status not in ('resolved', 'archived')) as "isDisputed"
    from ledger_entry charge
    left join provider_payment known on known.campaign_id = charge.campaign_id and known.donation_id = charge.donation_id
    where charge.campaign_id = ${campaignId} and charge.kind = 'charge'`

/** Requests that never reached the provider, or whose answer never reached us. */
export function claimWaiting({ database, now, payments }: LedgerParts, limit: number) {
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
