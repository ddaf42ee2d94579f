import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

/** Money on its way back to a donor, as the provider's own server told it to ours. */
export type ProviderRefund = {
  refundId: number
  transactionId: number
  /** Of the payment. Not every answer names it. */
  reference: string | null
  /** The dispute that this refund pays, if it names one: the same money, not more. */
  disputeId: number | null
  mode: PaymentMode
  amount: Kobo
  currency: string
  /** pending → processing → processed, failed or needs-attention. */
  status: string
  createdAt: Date | null
}

export type RefundAnswer =
  | { kind: 'queued'; refund: ProviderRefund }
  | { kind: 'refused'; message: string }

export interface Refunds {
  /**
   * Asks for money to be sent back. No key makes this safe to repeat: whoever is left without an answer (`PaymentsUnavailable`)
   * looks at `listOf` before asking again.
   */
  create: (refund: {
    reference: string
    amount: Kobo
    customerNote: string
    merchantNote: string
  }) => Promise<RefundAnswer>
  /** Undefined for a refund the provider does not know. */
  find: (refundId: number) => Promise<ProviderRefund | undefined>
  /** All refunds of one payment, in any state. */
  listOf: (transactionId: number) => Promise<ProviderRefund[]>
  /** Refunds created since then, all pages. One may come twice. */
  listSince: (from: Date) => AsyncIterable<ProviderRefund>
  /** Sends a refund that needs attention to an account that the donor named. */
  retry: (
    refundId: number,
    account: { accountNumber: string; bankId: number },
  ) => Promise<RefundAnswer>
}
