import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { ProviderPayment } from './provider-payment.ts'
import type { ListOptions, OnUnreadable } from './unreadable-row.ts'

/** A payout to one bank account. The provider's test mode makes none. */
export type ProviderSettlement = {
  settlementId: number
  mode: PaymentMode
  /** The party that it was asked for: a sub-account, null for the main account, undefined if no party was named. */
  subAccountCode: string | null | undefined
  /** pending, processing, success or failed. */
  status: string
  currency: string
  /** Sum of the party's shares of the payments. */
  total: Kobo
  /** What is paid out: the total less the deductions. */
  effective: Kobo
  /** Kept back for refunds and lost disputes; negative if more came back than was kept. */
  deductions: Kobo
  fees: Kobo
  settledAt: Date | null
}

export interface Settlements {
  /**
   * Settlements of one party made since `from`, all pages: a sub-account, or null for the main account. A settlement can appear twice.
   * The provider may ignore the filter. Without a party the list may lack sub-accounts.
   */
  listSince: (
    from: Date,
    subAccountCode?: string | null,
    onUnreadable?: OnUnreadable,
  ) => AsyncIterable<ProviderSettlement>
  /** Payments that a settlement contains. */
  listPayments: (
    settlementId: number,
    onUnreadable?: OnUnreadable,
  ) => AsyncIterable<ProviderPayment>
}

/** A change of the main account's balance at the provider. */
export type BalanceChange = {
  id: number
  /** Kobo; negative where money left the balance. */
  difference: number
  cause: 'transaction' | 'refund' | 'dispute' | 'settlement' | 'other'
  /** Provider's id of the transaction, refund, dispute or settlement. */
  causeId: number | null
  at: Date
}

export interface ProviderBalance {
  /** Kobo that the provider holds for the main account; negative for a debt. */
  current: () => Promise<number>
  /** Changes of the main account's balance since `from` and before `to`, newest first, all pages. A change can appear twice. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<BalanceChange>
}
