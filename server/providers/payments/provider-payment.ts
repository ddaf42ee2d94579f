import type { PaymentMode } from '#shared/donation.ts'
import type { CardOrigin } from '#shared/fees.ts'
import type { Kobo } from '#shared/money.ts'

import type { ReceivedTransfer } from './account-numbers.ts'

/** The provider's fee and the shares of the main account and the sub-account. They add up to the amount. */
export type PaymentSplit = { provider: Kobo; main: Kobo; subAccount: Kobo }

/** A payment as the provider's API reports it. The ledger trusts no other source. */
export type ProviderPayment = {
  transactionId: number
  reference: string
  mode: PaymentMode
  status: string
  amount: Kobo
  requestedAmount: Kobo
  fees: Kobo | null
  currency: string
  subAccountCode: string | null
  channel: string | null
  /** Where the card was issued; null for other payments, and where the provider does not say. */
  origin: CardOrigin | null
  /** Set for a bank transfer to an account number. */
  transfer: ReceivedTransfer | null
  /** Who gets what of the amount; null until the provider reports it. */
  split: PaymentSplit | null
  paidAt: Date | null
}
