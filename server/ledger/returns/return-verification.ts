import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'
import type { ProviderDispute } from '../../providers/payments/disputes.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import type { Books, LedgerParts } from '../ledger-deps.ts'
import { findReturned, keepDispute, keepRefund } from './known-returns.ts'
import type { PaymentOutcome, PaymentSource } from '../payment-answer.ts'
import { quarantineReturn } from '../quarantine.ts'
import { settleReturns, unexplainedMs } from './settle-returns.ts'

type Parts = Books &
  Pick<LedgerParts, 'payments'> & {
    verifyPayment: (reference: string, source: PaymentSource) => Promise<PaymentOutcome>
  }

export type ReturnOutcome = 'booked' | 'settled' | 'quarantined' | 'unknown'
type Heard<Return> = { askedAt: Date; source: PaymentSource } & Return

const sweptMs = 30 * 24 * 3_600_000

/** Money on its way back. Events of it carry next to nothing: whatever one says, the provider is asked what is so. */
export function returnVerification(parts: Parts) {
  const { payments, now, database, mode, verifyPayment } = parts

  return {
    applyRefund: (heard: Heard<{ refund: ProviderRefund }>) => applyRefund(parts, heard),
    applyDispute: (heard: Heard<{ dispute: ProviderDispute }>) => applyDispute(parts, heard),

    /** The payment itself, which may be called reversed or a success again, and then all refunds of it. */
    async verifyRefunds(reference: string, source: PaymentSource): Promise<PaymentOutcome> {
      const outcome = await verifyPayment(reference, source)
      const payment = await findPayment(reference)
      if (payment === undefined) return outcome
      const askedAt = now()
      for (const refund of await payments.refunds.listOf(payment.transactionId))
        await applyRefund(parts, { refund: { ...refund, reference }, source, askedAt })
      return outcome
    },

    async verifyDispute(disputeId: number, source: PaymentSource): Promise<ReturnOutcome> {
      const askedAt = now()
      const dispute = await payments.disputes.find(disputeId)
      return dispute ? applyDispute(parts, { dispute, source, askedAt }) : 'unknown'
    },

    /** Goes through the refunds and disputes of the last 30 days, and books what is called reversed and stays unexplained. */
    async sweepReturns(): Promise<Record<ReturnOutcome, number>> {
      const seen = { booked: 0, settled: 0, quarantined: 0, unknown: 0 }
      const askedAt = now()
      const from = new Date(askedAt.getTime() - sweptMs)
      for await (const refund of payments.refunds.listSince(from))
        seen[await applyRefund(parts, { refund, source: 'sweep', askedAt })] += 1
      for await (const dispute of payments.disputes.listSince(from))
        seen[await applyDispute(parts, { dispute, source: 'sweep', askedAt })] += 1
      for (const place of await listUnexplained())
        if ((await settleReturns(parts, place, 'sweep')) > 0) seen.booked += 1
      return seen
    },
  }

  function findPayment(reference: string) {
    return database.row(
      z.object({ transactionId: z.int() }),
      sql`select transaction_id as "transactionId"
          from donation_reference join provider_payment using (campaign_id, donation_id)
          where reference = ${reference} and mode = ${mode}`,
    )
  }

  function listUnexplained() {
    return database.rows(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`select campaign_id as "campaignId", donation_id as id from provider_payment known
          where reversed_since <= ${new Date(now().getTime() - unexplainedMs)} and mode = ${mode}
            and exists (
              select from ledger_entry entry
              where entry.campaign_id = known.campaign_id and entry.donation_id = known.donation_id
              having sum(raised_kobo) > 0)`,
    )
  }
}

async function applyRefund(
  books: Books,
  { refund, source, askedAt }: Heard<{ refund: ProviderRefund }>,
): Promise<ReturnOutcome> {
  const place = await findReturned(books, refund)
  if (place === undefined) return 'unknown'
  if (refund.mode !== books.mode || refund.currency !== 'NGN')
    return quarantineReturn(books, { seen: refund, reason: 'refund' })
  await keepRefund(books.database, place, { refund, askedAt })
  return (await settleReturns(books, place, source)) > 0 ? 'booked' : 'settled'
}

async function applyDispute(
  books: Books,
  { dispute, source, askedAt }: Heard<{ dispute: ProviderDispute }>,
): Promise<ReturnOutcome> {
  const place = await findReturned(books, dispute)
  if (place === undefined) return 'unknown'
  if (dispute.mode !== books.mode || (dispute.currency !== null && dispute.currency !== 'NGN'))
    return quarantineReturn(books, { seen: dispute, reason: 'dispute' })
  await keepDispute(books.database, place, { dispute, askedAt })
  return (await settleReturns(books, place, source)) > 0 ? 'booked' : 'settled'
}
