import { enqueueJob } from '../queue/queue.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import { receiptJob } from '../receipts/receipt-job.ts'
import type { PaymentApplication } from '../ledger/apply-payment.ts'
import type { PaymentOutcome, PaymentSource } from '../ledger/payment-answer.ts'
import { referenceForm } from '../ledger/donation-row.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'

type Parts = Pick<LedgerParts, 'database' | 'payments' | 'now'> & PaymentApplication

const hourMs = 3_600_000
/** Every quarter of an hour, and every night: bank transfers and reversals come late. */
const sweptMs = { quick: 72 * hourMs, deep: 35 * 24 * hourMs }

/** Asks the provider and enters what it says. Throws `PaymentsUnavailable` when it could not be asked. */
export function paymentVerification({ database, payments, now, applyPayment, isSettled }: Parts) {
  const verifyPayment = async (
    reference: string,
    source: PaymentSource,
  ): Promise<PaymentOutcome> => {
    const askedAt = now()
    const payment = await payments.verify(reference)
    const outcome = payment ? await applyPayment({ payment, source, askedAt }) : 'unknown'
    // Only a hint to be quick: that the receipt is due was written down with the money.
    if (outcome === 'counted') await enqueueJob(database, receiptJob(reference))
    return outcome
  }

  return {
    verifyPayment,

    /**
     * Goes through all the provider's payments of the last 72 hours, or 35 days: a webhook that never came is made good here. A row of a list is
     * good enough to see that nothing is missing; before money is booked, or kept aside, the payment itself is asked for.
     */
    async sweepPayments(
      reach: keyof typeof sweptMs = 'quick',
    ): Promise<Record<PaymentOutcome, number>> {
      const seen = { counted: 0, settled: 0, open: 0, quarantined: 0, unknown: 0 }
      const askedAt = now()
      for await (const payment of payments.listSince(new Date(askedAt.getTime() - sweptMs[reach])))
        seen[await sweep(payment, askedAt)] += 1
      return seen
    },
  }

  async function sweep(payment: ProviderPayment, askedAt: Date): Promise<PaymentOutcome> {
    if (await isSettled(payment)) return 'settled'
    if (payment.status === 'success' && referenceForm.test(payment.reference))
      return verifyPayment(payment.reference, 'sweep')
    return applyPayment({ payment, source: 'sweep', askedAt })
  }
}
