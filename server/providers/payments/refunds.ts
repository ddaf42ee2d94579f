import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { ListOptions } from './unreadable-row.ts'

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
  /** Our note, which names our own refund request. */
  merchantNote: string | null
  /** Kobo that the provider has collected for the refund so far; null if not reported. */
  deducted: Kobo | null
  refundedAt: Date | null
  createdAt: Date | null
}

export type RefundRefusal =
  /** Nothing, or less than asked, is left of the payment. */
  | 'already-returned'
  | 'insufficient-balance'
  /** Below the provider's minimum of ₦50. */
  | 'too-small'
  | 'not-found'
  | 'other'

export type RefundResult =
  | { kind: 'queued'; refund: ProviderRefund }
  | { kind: 'refused'; reason: RefundRefusal; message: string }

export interface Refunds {
  /**
   * Not idempotent: after `PaymentsUnavailable` check `listForTransaction` before another call. A reference can be paid twice, so the
   * payment is named by the provider's number.
   */
  create: (refund: {
    transactionId: number
    amount: Kobo
    customerNote: string
    merchantNote: string
  }) => Promise<RefundResult>
  /** Undefined if the provider has no such refund. */
  find: (refundId: number) => Promise<ProviderRefund | undefined>
  /** All refunds of one payment, in any status. */
  listForTransaction: (transactionId: number) => Promise<ProviderRefund[]>
  /** Refunds created since `from`, all pages. A refund can appear twice. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<ProviderRefund>
  /** Retries a refund in needs-attention with the donor's bank account. */
  retry: (
    refundId: number,
    account: { accountNumber: string; bankId: number },
  ) => Promise<RefundResult>
}
