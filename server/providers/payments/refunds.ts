import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

/** A refund as the provider's API reports it. */
export type ProviderRefund = {
  refundId: number
  transactionId: number
  /** Reference of the payment. Some responses omit it. */
  reference: string | null
  /** Dispute that this refund settles, if any. Both are the same money. */
  disputeId: number | null
  mode: PaymentMode
  amount: Kobo
  currency: string
  /** pending → processing → processed, failed or needs-attention. */
  status: string
  createdAt: Date | null
}

export type RefundResult =
  | { kind: 'queued'; refund: ProviderRefund }
  | { kind: 'refused'; message: string }

export interface Refunds {
  /** Not idempotent: after `PaymentsUnavailable` check `listForTransaction` before another call. */
  create: (refund: {
    reference: string
    amount: Kobo
    customerNote: string
    merchantNote: string
  }) => Promise<RefundResult>
  /** Undefined if the provider has no such refund. */
  find: (refundId: number) => Promise<ProviderRefund | undefined>
  /** All refunds of one payment, in any status. */
  listForTransaction: (transactionId: number) => Promise<ProviderRefund[]>
  /** Refunds created since `from`, all pages. A refund can appear twice. */
  listSince: (from: Date) => AsyncIterable<ProviderRefund>
  /** Retries a refund in needs-attention with the donor's bank account. */
  retry: (
    refundId: number,
    account: { accountNumber: string; bankId: number },
  ) => Promise<RefundResult>
}
