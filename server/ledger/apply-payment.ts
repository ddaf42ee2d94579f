import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import { inBatches } from '../runtime/batcher.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import type { Books } from './ledger-deps.ts'
import { creditLateFee, creditPayments, findCharge, type Credit } from './credit.ts'
import { dueColumns, dueSchema, type DonationDue } from './donation-row.ts'
import { hasReturns } from './returns/known-returns.ts'
import type { PaymentAnswer, PaymentOutcome } from './payment-answer.ts'
import { mismatches, quarantinePayment } from './quarantine.ts'
import { settleReturns } from './returns/settle-returns.ts'
import { snapshotsOf, toldRows, type Told } from './provider-report.ts'

const knownSchema = z.extend(dueSchema, {
  transactionId: z.nullable(z.int()),
  status: z.nullable(z.string()),
  charged: z.nullable(z.int()),
  fees: z.nullable(z.int()),
  hasReturns: z.boolean(),
})

type Known = z.output<typeof knownSchema>
type Parts = Books & {
  findKnown: (reference: string) => Promise<Known | undefined>
  credit: (told: Told) => Promise<Credit>
}

/**
 * The one way by which money gets into the books. It takes what the provider itself told us, in any order, as often as anybody likes:
 * the effect's key lets it count once. A redirect or the body of a webhook never gets here.
 */
export function paymentApplication(books: Books) {
  const findKnown = inBatches((references: readonly string[]) => listKnown(books, references))
  const credit = inBatches((told: readonly Told[]) => creditPayments(books, told), {
    nameOf: ({ due }) => due.reference,
  })

  return {
    applyPayment: (answer: PaymentAnswer) => applyPayment({ ...books, findKnown, credit }, answer),

    /** True if the books already say all that this says. */
    isSettled: async (payment: ProviderPayment): Promise<boolean> => {
      const donation = await findKnown(payment.reference)
      return donation !== undefined && isSettled(donation, payment)
    },
  }
}

export type PaymentApplication = ReturnType<typeof paymentApplication>

async function applyPayment(parts: Parts, answer: PaymentAnswer): Promise<PaymentOutcome> {
  const { payment } = answer
  const donation = await parts.findKnown(payment.reference)
  if (donation === undefined) return applyUnknown(parts, answer)
  const isOld = isSettled(donation, payment)
  const entered = isOld ? { outcome: 'settled' as const } : await enter(parts, donation, answer)
  // A refund may be known before the charge, and a reversal may be taken back.
  if (entered.hasReturns ?? donation.hasReturns) await settleReturns(parts, donation, answer.source)
  return entered.outcome
}

type Outcome = { outcome: PaymentOutcome; hasReturns?: boolean }

async function enter(parts: Parts, donation: Known, answer: PaymentAnswer): Promise<Outcome> {
  const { payment } = answer
  if (payment.status !== 'success') return { outcome: await recordOpen(parts, donation, answer) }
  const reasons = mismatches(donation, payment)
  if (reasons.length > 0)
    return { outcome: await quarantinePayment(parts, { payment, donation, reasons }) }
  const { counted, boundTo, hasReturns: isReturned } = await parts.credit({ due: donation, answer })
  if (counted) return { outcome: 'counted', hasReturns: isReturned }
  return { outcome: await compare(parts, { donation, boundTo }, answer) }
}

/** It did not count: because it did before, or because it claims what another payment has. */
async function compare(
  parts: Parts,
  { donation, boundTo }: { donation: Known; boundTo: string },
  answer: PaymentAnswer,
): Promise<PaymentOutcome> {
  const { payment } = answer
  if (boundTo !== payment.reference)
    return quarantinePayment(parts, { payment, donation, reasons: ['transaction'] })
  const charge = await findCharge(parts, donation)
  if (charge?.transactionId !== payment.transactionId)
    return quarantinePayment(parts, { payment, donation, reasons: ['second-transaction'] })
  await creditLateFee(parts, donation, answer)
  return 'settled'
}

/** A success that nobody here asked for: another application on the same key, or a row that we lost. Never credited by itself. */
async function applyUnknown(books: Books, { payment }: PaymentAnswer): Promise<PaymentOutcome> {
  if (payment.status === 'success')
    await quarantinePayment(books, { payment, donation: undefined, reasons: ['unknown-reference'] })
  return 'unknown'
}

function isSettled(known: Known, payment: ProviderPayment) {
  return (
    known.state === 'paid' &&
    known.transactionId === payment.transactionId &&
    known.status === payment.status &&
    known.charged === payment.amount &&
    known.fees === payment.fees
  )
}

async function listKnown(
  { database }: Books,
  references: readonly string[],
): Promise<(Known | undefined)[]> {
  const found = await database.rows(
    knownSchema,
    sql`select ${dueColumns}, known.transaction_id as "transactionId", known.status, known.amount_kobo as charged,
          known.fees_kobo as fees, ${hasReturns} as "hasReturns"
        from donation_reference
        join donation on donation.campaign_id = donation_reference.campaign_id and donation.id = donation_reference.donation_id
        left join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
        where donation_reference.reference = any(${references}::text[])`,
  )
  const byReference = new Map(found.map((known) => [known.reference, known]))
  return references.map((reference) => byReference.get(reference))
}

/** failed and abandoned are not the end: the same page may still be paid. */
async function recordOpen(
  { database, now }: Books,
  donation: DonationDue,
  answer: PaymentAnswer,
): Promise<PaymentOutcome> {
  await database.run(snapshotsOf(toldRows([{ due: donation, answer }], now())))
  return 'open'
}
