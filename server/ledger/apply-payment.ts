import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import { creditLateFee, creditPayment, findCharge } from './credit.ts'
import { dueColumns, dueSchema, type DonationDue } from './donation.ts'
import type { Books } from './books.ts'
import type { PaymentAnswer, PaymentOutcome } from './payment-answer.ts'
import { mismatches, quarantinePayment } from './quarantine.ts'
import { settleReturns } from './settle-returns.ts'
import { snapshotOf } from './snapshot.ts'

const knownSchema = z.extend(dueSchema, {
  transactionId: z.nullable(z.int()),
  status: z.nullable(z.string()),
  charged: z.nullable(z.int()),
  fees: z.nullable(z.int()),
  hasReturns: z.boolean(),
})

/**
 * The one way by which money gets into the books. It takes what the provider itself told us, in any order, as often as anybody likes:
 * the effect's key lets it count once. A redirect or the body of a webhook never gets here.
 */
export function paymentApplication(books: Books) {
  return {
    applyPayment: (answer: PaymentAnswer) => applyPayment(books, answer),

    /** True if the books already say all that this says. */
    isSettled: async (payment: ProviderPayment): Promise<boolean> => {
      const donation = await findByReference(books, payment.reference)
      return donation !== undefined && isSettled(donation, payment)
    },
  }
}

export type PaymentApplication = ReturnType<typeof paymentApplication>

async function applyPayment(books: Books, answer: PaymentAnswer): Promise<PaymentOutcome> {
  const { payment } = answer
  const donation = await findByReference(books, payment.reference)
  if (donation === undefined) return applyUnknown(books, answer)
  if (isSettled(donation, payment) && !donation.hasReturns) return 'settled'
  const outcome = await applyKnown(books, donation, answer)
  // A refund may be known before the charge, and a reversal may be taken back.
  if (outcome === 'counted' ? await hasReturns(books, donation) : donation.hasReturns)
    await settleReturns(books, donation, answer.source)
  return outcome
}

async function applyKnown(
  books: Books,
  donation: z.output<typeof knownSchema>,
  answer: PaymentAnswer,
): Promise<PaymentOutcome> {
  const { payment } = answer
  if (isSettled(donation, payment)) return 'settled'
  if (payment.status !== 'success') return recordOpen(books, donation, answer)

  const reasons = mismatches(donation, payment)
  if (reasons.length > 0) return quarantinePayment(books, { payment, donation, reasons })
  return count(books, donation, answer)
}

async function count(
  books: Books,
  donation: DonationDue,
  answer: PaymentAnswer,
): Promise<PaymentOutcome> {
  const { payment } = answer
  const { counted, boundTo } = await creditPayment(books, donation, answer)
  if (counted) return 'counted'
  if (boundTo !== payment.reference)
    return quarantinePayment(books, { payment, donation, reasons: ['transaction'] })
  const charge = await findCharge(books, donation)
  if (charge?.transactionId !== payment.transactionId)
    return quarantinePayment(books, { payment, donation, reasons: ['second-transaction'] })
  await creditLateFee(books, donation, answer)
  return 'settled'
}

/** A success that nobody here asked for: another application on the same key, or a row that we lost. Never credited by itself. */
async function applyUnknown(books: Books, { payment }: PaymentAnswer): Promise<PaymentOutcome> {
  if (payment.status === 'success')
    await quarantinePayment(books, { payment, donation: undefined, reasons: ['unknown-reference'] })
  return 'unknown'
}

function isSettled(known: z.output<typeof knownSchema>, payment: ProviderPayment) {
  return (
    known.state === 'paid' &&
    known.transactionId === payment.transactionId &&
    known.status === payment.status &&
    known.charged === payment.amount &&
    known.fees === payment.fees
  )
}

async function findByReference({ database }: Books, reference: string) {
  return database.row(
    knownSchema,
    sql`select ${dueColumns}, known.transaction_id as "transactionId", known.status, known.amount_kobo as charged,
          known.fees_kobo as fees, ${returned} as "hasReturns"
        from donation_reference
        join donation on donation.campaign_id = donation_reference.campaign_id and donation.id = donation_reference.donation_id
        left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        where donation_reference.reference = ${reference}`,
  )
}

const returned = sql`(
  exists (select from provider_refund refund where refund.campaign_id = donation.campaign_id and refund.donation_id = donation.id)
  or exists (
    select from provider_dispute dispute where dispute.campaign_id = donation.campaign_id and dispute.donation_id = donation.id)
  or exists (
    select from ledger_entry entry where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
      and entry.return_key is not null))`

async function hasReturns({ database }: Books, { campaignId, id }: DonationDue): Promise<boolean> {
  const found = await database.row(
    z.object({ hasReturns: z.boolean() }),
    sql`select ${returned} as "hasReturns" from donation where campaign_id = ${campaignId} and id = ${id}`,
  )
  return found?.hasReturns ?? false
}

/** failed and abandoned are not the end: the same page may still be paid. */
async function recordOpen(
  { database }: Books,
  donation: DonationDue,
  answer: PaymentAnswer,
): Promise<PaymentOutcome> {
  await database.run(snapshotOf(donation, answer))
  return 'open'
}
