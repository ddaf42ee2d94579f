import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Outbox } from '../mail/mail.ts'
import { giftTakenBackMail, refundMail } from './refund-mail.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { PaymentsUnavailable, type Payments } from '../providers/payments/payments.ts'
import type { ProviderRefund } from '../providers/payments/refunds.ts'
import type { Books, LedgerParts } from '../ledger/ledger-deps.ts'
import { receiptForm } from '../ledger/donation-row.ts'
import { keepRefund } from '../ledger/returns/known-returns.ts'
import {
  claimWaiting,
  keepRequest,
  type KeptRequest,
  type RefundRequest,
} from './refund-request.ts'
import { settleReturns } from '../ledger/returns/settle-returns.ts'

type Parts = LedgerParts & { outbox: Outbox; content: Pick<ContentStore, 'findUserByUid'> }

export type RefundOutcome =
  | { kind: 'asked'; request: Pick<KeptRequest, 'id' | 'amount' | 'state'> }
  | { kind: 'refused'; message: string }
  | { kind: 'mismatch' | 'closed' | 'too-much' }

const refundableSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  ownerUid: z.string(),
  donorUid: z.nullable(z.string()),
})
/** A donation that somebody wants to send back, by its number or by the code that only the donor was given. */
export type Refundable = z.output<typeof refundableSchema> & { foundBy: 'id' | 'receipt' }

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Refunds = ReturnType<typeof openRefunds>

/** Money that we send back ourselves: by the owner or an admin at any time, by the donor within a day. */
export function openRefunds(parts: Parts) {
  const { database } = parts
  const columns = sql`donation.campaign_id as "campaignId", donation.id, donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid"`

  return {
    async findRefundable(id: string): Promise<Refundable | undefined> {
      const foundBy = idForm.test(id) ? 'id' : 'receipt'
      if (foundBy === 'receipt' && !receiptForm.test(id)) return undefined
      const found = await database.row(
        refundableSchema,
        foundBy === 'id'
          ? sql`select ${columns} from donation where id = ${id}`
          : sql`select ${columns} from donation_receipt
                join donation on donation.campaign_id = donation_receipt.campaign_id and donation.id = donation_id
                where donation_receipt.receipt = ${id}`,
      )
      return found && { ...found, foundBy }
    },

    /** Written down first, then asked for at the provider. Where it is out of reach, the request waits and is asked again. */
    async requestRefund(asked: RefundRequest): Promise<RefundOutcome> {
      const kept = await keepRequest(parts, asked)
      if (!('request' in kept)) return kept
      if (kept.kind === 'known') return outcomeOf(kept.request)
      return unlessUnavailable(kept.request, () => send(parts, kept.request))
    },

    /** Asks again for what nobody answered, after looking whether it happened all the same. */
    async sendWaitingRefunds(): Promise<void> {
      for (const request of await claimWaiting(parts, 20)) {
        const made = await findMade(parts, request)
        if (made) await finish(parts, request, made)
        else await send(parts, request)
      }
    },
  }
}

async function unlessUnavailable(
  request: KeptRequest,
  work: () => Promise<RefundOutcome>,
): Promise<RefundOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return outcomeOf(request)
    throw error
  }
}

function outcomeOf({ id, amount, state, refusal }: KeptRequest): RefundOutcome {
  if (state === 'refused') return { kind: 'refused', message: refusal ?? '' }
  return { kind: 'asked', request: { id, amount, state } }
}

const donationSchema = z.object({
  reference: z.string(),
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  ownerUid: z.string(),
  receipt: z.string(),
  transactionId: z.int(),
  amount: koboSchema,
})

async function findDonation({ database }: Parts, { campaignId, donationId }: KeptRequest) {
  const found = await database.row(
    donationSchema,
    sql`select donation.reference, donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.owner_uid as "ownerUid", donation.receipt, charge.transaction_id as "transactionId", donation.amount_kobo as amount
        from donation
        join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and donation.id = ${donationId}`,
  )
  if (found === undefined) throw new Error('a refund of a donation that was never charged')
  return found
}

async function send(parts: Parts, request: KeptRequest): Promise<RefundOutcome> {
  const { reference } = await findDonation(parts, request)
  const answer = await parts.payments.refunds.create({
    reference,
    amount: request.amount,
    customerNote: request.reason,
    merchantNote: `Ajo ${request.id}`,
  })
  if (answer.kind === 'queued') return finish(parts, request, answer.refund)
  await parts.database.run(sql`
    update refund_request set state = 'refused', refusal = ${answer.message}
    where campaign_id = ${request.campaignId} and id = ${request.id} and state = 'waiting'`)
  return { kind: 'refused', message: answer.message }
}

/** The request, what the provider said of it, and the mails are written together. */
async function finish(
  parts: Parts,
  request: KeptRequest,
  refund: ProviderRefund,
): Promise<RefundOutcome> {
  const { database, now, payments } = parts
  const donation = await findDonation(parts, request)
  const owner =
    request.askedBy === 'donor' && (await parts.content.findUserByUid(donation.ownerUid))
  const place = { campaignId: request.campaignId, id: request.donationId }
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update refund_request set state = 'queued', refund_id = ${refund.refundId}
      where campaign_id = ${request.campaignId} and id = ${request.id} and state = 'waiting'`)
    await keepRefund(queries, place, { refund, askedAt: now() })
    await tellDonor(parts, queries, { request, donation })
    if (owner) await tellOwner(parts, queries, { request, donation, to: owner.email })
  })
  const books: Books = { database, now, mode: payments.mode }
  await settleReturns(books, place, 'check')
  return outcomeOf({ ...request, state: 'queued' })
}

type Told = { request: KeptRequest; donation: z.output<typeof donationSchema> }

async function tellDonor(
  { sealing, outbox, publicUrl }: Parts,
  queries: Queries,
  { request, donation: { emailSealed, receipt, title } }: Told,
) {
  const { id, amount, reason } = request
  const to = sealing.open('donor-email', emailSealed)
  const url = new URL(`/donations/${receipt}`, publicUrl).href
  await outbox.enqueue(queries, refundMail(to, { amount, reason, title, url }), `refund ${id}`)
}

/** Who gave it is none of the mail's business: the donor may have wanted to stay unknown. */
async function tellOwner(
  { outbox, publicUrl }: Parts,
  queries: Queries,
  { request, donation: { title }, to }: Told & { to: string },
) {
  const { id, campaignId, amount } = request
  const url = new URL(`/dashboard/campaign/${campaignId}/money`, publicUrl).href
  await outbox.enqueue(queries, giftTakenBackMail(to, { amount, title, url }), `taken back ${id}`)
}

/** A refund of this amount at the provider that is nobody else's: the answer to an earlier question of ours. */
async function findMade(parts: Parts, request: KeptRequest): Promise<ProviderRefund | undefined> {
  const { transactionId } = await findDonation(parts, request)
  const taken = await parts.database.rows(
    z.object({ refundId: z.int() }),
    sql`select refund_id as "refundId" from refund_request
        where campaign_id = ${request.campaignId} and donation_id = ${request.donationId} and refund_id is not null`,
  )
  const refunds = await listRefunds(parts.payments, transactionId)
  return refunds.find(
    ({ refundId, amount, createdAt }) =>
      amount === request.amount &&
      !taken.some((other) => other.refundId === refundId) &&
      // The clocks of two companies differ.
      (createdAt === null || createdAt.getTime() > request.createdAt.getTime() - clockSkewMs),
  )
}

const clockSkewMs = 300_000

const listRefunds = ({ refunds }: Payments, transactionId: number) => refunds.listOf(transactionId)
