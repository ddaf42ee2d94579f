import * as z from 'zod/mini'

import { sql } from '../../../platform/database/sql.ts'
import { isOpen, type ProviderDispute } from '../../../providers/payments/disputes.ts'
import type { ProviderRefund } from '../../../providers/payments/refunds.ts'
import type { LedgerDeps, PaymentDeps } from '../entries/ledger-deps.ts'
import type { PaymentSource } from '../entries/provider-report.ts'
import { quarantineReversal } from '../entries/quarantine.ts'
import { bookReversals } from './book-reversals.ts'
import {
  findReversedDonation,
  isOfOtherPayment,
  isOnHold,
  saveDispute,
  saveRefund,
} from './provider-reversals.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** unknown: the refund or dispute is of no donation of ours, or of a payment that was not counted. quarantined: for an admin. */
export type ReversalOutcome = 'booked' | 'unchanged' | 'quarantined' | 'unknown'
type RefundReport = { refund: ProviderRefund; source: PaymentSource; askedAt: Date }
type DisputeReport = { dispute: ProviderDispute; source: PaymentSource; askedAt: Date }

/** Records refunds and disputes. Webhooks about them carry few facts, so the provider is always asked. */
export function reversalApplication(deps: Deps) {
  const { payments, now, database, mode } = deps

  return {
    applyRefund: (report: RefundReport) => applyRefund(deps, report),
    applyDispute: (report: DisputeReport) => applyDispute(deps, report),

    /** Asks the provider for all refunds of a payment that it has reported before. */
    async verifyPaymentRefunds(reference: string, source: PaymentSource): Promise<void> {
      const payment = await findPayment(reference)
      if (payment === undefined) return
      const askedAt = now()
      for (const refund of await payments.refunds.listForTransaction(payment.transactionId))
        await applyRefund(deps, { refund: { ...refund, reference }, source, askedAt })
    },

    async verifyDispute(disputeId: number, source: PaymentSource): Promise<ReversalOutcome> {
      const askedAt = now()
      const dispute = await payments.disputes.find(disputeId)
      return dispute ? applyDispute(deps, { dispute, source, askedAt }) : 'unknown'
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
}

export async function applyRefund(
  deps: LedgerDeps,
  { refund, source, askedAt }: RefundReport,
): Promise<ReversalOutcome> {
  const donation = await findReversedDonation(deps, refund)
  if (donation === undefined) return 'unknown'
  if (refund.mode !== deps.mode || refund.currency !== 'NGN')
    return quarantineReversal(deps, { reversal: refund, kind: 'refund' })
  if (await isOfOtherPayment(deps.database, donation, refund)) return 'unknown'
  await saveRefund(deps.database, donation, { refund, askedAt })
  return (await bookReversals(deps, donation, source)) > 0 ? 'booked' : 'unchanged'
}

export async function applyDispute(
  deps: LedgerDeps,
  { dispute, source, askedAt }: DisputeReport,
): Promise<ReversalOutcome> {
  const donation = await findReversedDonation(deps, dispute)
  if (donation === undefined || (await isOfOtherPayment(deps.database, donation, dispute))) {
    // An admin answers it at the provider, where it is lost after its deadline.
    return isOpen(dispute) && (await isOnHold(deps, dispute))
      ? quarantineReversal(deps, { reversal: dispute, kind: 'dispute' })
      : 'unknown'
  }
  if (dispute.mode !== deps.mode || (dispute.currency !== null && dispute.currency !== 'NGN'))
    return quarantineReversal(deps, { reversal: dispute, kind: 'dispute' })
  await saveDispute(deps.database, donation, { dispute, askedAt })
  return (await bookReversals(deps, donation, source)) > 0 ? 'booked' : 'unchanged'
}
