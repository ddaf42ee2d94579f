import type { PaymentAnswer, PaymentOutcome, PaymentSource } from './apply-payment.ts'
import type { LedgerParts } from './ledger.ts'

type Parts = Pick<LedgerParts, 'payments' | 'now'> & {
  applyPayment: (answer: PaymentAnswer) => Promise<PaymentOutcome>
}

const sweptMs = 72 * 3_600_000

/** Asks the provider and enters what it says. Throws `PaymentsUnavailable` when it could not be asked. */
export function paymentVerification({ payments, now, applyPayment }: Parts) {
  return {
    async verifyPayment(reference: string, source: PaymentSource): Promise<PaymentOutcome> {
      const askedAt = now()
      const payment = await payments.verify(reference)
      return payment ? applyPayment({ payment, source, askedAt }) : 'unknown'
    },

    /** Goes through all the provider's payments of the last 72 hours: a webhook that never came is made good here. */
    async sweepPayments(): Promise<Record<PaymentOutcome, number>> {
      const seen = { counted: 0, settled: 0, open: 0, quarantined: 0, unknown: 0 }
      const askedAt = now()
      for await (const payment of payments.listSince(new Date(askedAt.getTime() - sweptMs)))
        seen[await applyPayment({ payment, source: 'sweep', askedAt })] += 1
      return seen
    },
  }
}
