import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import { accessCodePattern } from '../ledger/entries/donation-row.ts'
import type { PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import { bookReversals } from '../ledger/reversals/book-reversals.ts'
import { saveRefund } from '../ledger/reversals/provider-reversals.ts'
import type { Outbox } from '../mail/mail.ts'
import { donorLanguage, findLanguage, languageSchema } from '../mail/reader-language.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import type { ProviderRefund } from '../providers/payments/refunds.ts'
import { notifyDonor } from './notify-donor.ts'
import { donorRefundMail } from './refund-mail.ts'
import {
  claimWaiting,
  storeRequest,
  type RefundRequest,
  type StoredRequest,
} from './refund-request.ts'

type Deps = PaymentDeps & { outbox: Outbox; content: Pick<ContentStore, 'findUserByUid'> }

export type RefundOutcome =
  | { kind: 'requested'; request: Pick<StoredRequest, 'id' | 'amount' | 'state'> }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'too-large' }

const refundableSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  ownerUid: z.string(),
  donorUid: z.nullable(z.string()),
})
/** Only the donor knows the access code, so `foundBy` decides whether a guest may request the refund. */
export type RefundableDonation = z.output<typeof refundableSchema> & {
  foundBy: 'id' | 'accessCode'
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const clockSkewMs = 300_000

export type Refunds = ReturnType<typeof openRefunds>

/** Refunds that are requested on Ajo. */
export function openRefunds(deps: Deps) {
  const { database } = deps
  const columns = sql`donation.campaign_id as "campaignId", donation.id, donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid"`

  return {
    async findRefundableDonation(id: string): Promise<RefundableDonation | undefined> {
      const foundBy = uuidPattern.test(id) ? 'id' : 'accessCode'
      if (foundBy === 'accessCode' && !accessCodePattern.test(id)) return undefined
      const donation = await database.row(
        refundableSchema,
        foundBy === 'id'
          ? sql`select ${columns} from donation where id = ${id}`
          : sql`select ${columns} from donation_access_code access
                join donation on donation.campaign_id = access.campaign_id and donation.id = access.donation_id
                where access.access_code = ${id}`,
      )
      return donation && { ...donation, foundBy }
    },

    /** Stores the request before asking the provider. If the provider is unavailable, the request waits and is sent later. */
    async requestRefund(form: RefundRequest): Promise<RefundOutcome> {
      const outcome = await storeRequest(deps, form)
      if (!('request' in outcome)) return outcome
      const { kind, request } = outcome
      if (kind === 'repeated') return toOutcome(request)
      try {
        return await send(deps, request)
      } catch (error) {
        if (error instanceof PaymentsUnavailable) return toOutcome(request)
        throw error
      }
    },

    /** Sends requests again that got no response, unless the provider has made the refund all the same. */
    async sendWaitingRefunds(): Promise<void> {
      for (const request of await claimWaiting(deps, 20)) {
        const refund = await findProviderRefund(deps, request)
        if (refund) await saveQueued(deps, request, refund)
        else await send(deps, request)
      }
    },
  }
}

function toOutcome({ id, amount, state, refusal }: StoredRequest): RefundOutcome {
  if (state === 'refused') return { kind: 'refused', message: refusal ?? '' }
  return { kind: 'requested', request: { id, amount, state } }
}

const donationSchema = z.object({
  reference: z.string(),
  emailSealed: z.instanceof(Buffer),
  title: z.string(),
  ownerUid: z.string(),
  accessCode: z.string(),
  language: languageSchema,
  transactionId: z.int(),
  amount: koboSchema,
})

async function getDonation({ database }: Deps, { campaignId, donationId }: StoredRequest) {
  const donation = await database.row(
    donationSchema,
    sql`select donation.reference, donation.donor_email_sealed as "emailSealed", donation.campaign_title as title,
          donation.owner_uid as "ownerUid", donation.access_code as "accessCode", charge.transaction_id as "transactionId",
          donation.amount_kobo as amount, ${donorLanguage} as language
        from donation
        join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and donation.id = ${donationId}`,
  )
  if (donation === undefined) throw new Error('the donation of a refund request has no charge')
  return donation
}

async function send(deps: Deps, request: StoredRequest): Promise<RefundOutcome> {
  const { reference } = await getDonation(deps, request)
  const response = await deps.payments.refunds.create({
    reference,
    amount: request.amount,
    customerNote: request.reason,
    merchantNote: `Ajo ${request.id}`,
  })
  if (response.kind === 'queued') return saveQueued(deps, request, response.refund)
  await deps.database.run(sql`
    update refund_request set state = 'refused', refusal = ${response.message}
    where campaign_id = ${request.campaignId} and id = ${request.id} and state = 'waiting'`)
  return { kind: 'refused', message: response.message }
}

/** Writes the request's state, the provider's refund and the mails in one transaction. */
async function saveQueued(
  deps: Deps,
  request: StoredRequest,
  refund: ProviderRefund,
): Promise<RefundOutcome> {
  const { database, now, payments, outbox, publicUrl } = deps
  const { campaignId, id, amount, reason } = request
  const donation = await getDonation(deps, request)
  const owner =
    request.requestedBy === 'donor' && (await deps.content.findUserByUid(donation.ownerUid))
  const donationKey = { campaignId, id: request.donationId }
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update refund_request set state = 'queued', refund_id = ${refund.refundId}
      where campaign_id = ${campaignId} and id = ${id} and state = 'waiting'`)
    await saveRefund(queries, donationKey, { refund, askedAt: now() })
    await notifyDonor(deps, queries, { donation, amount, reason, mailKey: `refund ${id}` })
    if (!owner) return
    const url = new URL(`/dashboard/campaign/${campaignId}/money`, publicUrl).href
    // The mail does not name the donor, who may have donated anonymously.
    const language = await findLanguage(queries, donation.ownerUid)
    const mail = donorRefundMail(owner.email, language, { amount, title: donation.title, url })
    await outbox.enqueue(queries, mail, `donor refund ${id}`)
  })
  await bookReversals({ database, now, mode: payments.mode }, donationKey, 'check')
  return toOutcome({ ...request, state: 'queued' })
}

/** A refund of the same amount that belongs to no other request: the response to an earlier attempt was lost. */
async function findProviderRefund(
  deps: Deps,
  request: StoredRequest,
): Promise<ProviderRefund | undefined> {
  const { campaignId, donationId, amount, createdAt } = request
  const { transactionId } = await getDonation(deps, request)
  const matched = await deps.database.rows(
    z.object({ refundId: z.int() }),
    sql`select refund_id as "refundId" from refund_request
        where campaign_id = ${campaignId} and donation_id = ${donationId} and refund_id is not null`,
  )
  const refunds = await deps.payments.refunds.listForTransaction(transactionId)
  return refunds.find(
    (refund) =>
      refund.amount === amount &&
      !matched.some(({ refundId }) => refundId === refund.refundId) &&
      // The provider's clock may differ from ours.
      (refund.createdAt === null || refund.createdAt.getTime() > createdAt.getTime() - clockSkewMs),
  )
}
