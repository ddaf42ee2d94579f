import type { Bank } from '#shared/bank.ts'
import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { AccountNumbers } from './account-numbers.ts'
import type { Disputes } from './disputes.ts'
import type { ProviderPayment } from './provider-payment.ts'
import type { Refunds } from './refunds.ts'
import type { ProviderBalance, Settlements } from './settlements.ts'
import type { SplitTerms } from './split-terms.ts'
import type { SubAccounts } from './sub-accounts.ts'
import type { ListOptions } from './unreadable-row.ts'
import { Outage } from '../../platform/runtime/errors.ts'

export type SubAccountResult =
  | { kind: 'created'; code: string; accountName: string | null }
  /** The provider's `message: nextStep` (specification §8). */
  | { kind: 'refused'; message: string }

export type InitializeResult =
  | { kind: 'started'; url: string; accessCode: string }
  | { kind: 'refused'; message: string }

export type ResolveAccountResult =
  | { kind: 'resolved'; accountName: string }
  | { kind: 'refused'; message: string }

export type PaymentTotals = { count: number; volume: Kobo }

/** The provider did not respond, or its response is unusable. Whether the call had an effect is unknown. */
export class PaymentsUnavailable extends Outage {
  override name = 'PaymentsUnavailable'
  /** How long the provider asks us to wait, if it refused the call because of its rate limit. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The payment provider. Refusals are return values; an unreachable or broken provider throws `PaymentsUnavailable`. */
export interface Payments {
  mode: PaymentMode
  /** Origin of the checkout pages. Donors are redirected to no other origin. */
  checkoutOrigin: string
  listBanks: () => Promise<Bank[]>
  createSubAccount: (account: {
    businessName: string
    bankCode: string
    accountNumber: string
    ownerUid: string
  }) => Promise<SubAccountResult>
  /** How a payment of this amount is divided if it is started now. */
  getSplitTerms: (amount: Kobo) => SplitTerms
  initialize: (payment: {
    reference: string
    email: string
    amount: Kobo
    subAccountCode: string
    terms: SplitTerms
    callbackUrl: string
    cancelUrl: string
    metadata: Record<string, string>
  }) => Promise<InitializeResult>
  /** Undefined if the provider has no such reference. */
  verify: (reference: string) => Promise<ProviderPayment | undefined>
  /** Payments created since `from`, all pages, in no particular order. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<ProviderPayment>
  /** Successful payments created in a range, as the provider sums them up. */
  totals: (span: { from: Date; to: Date }) => Promise<PaymentTotals>
  /** Looks up the holder of a bank account. */
  resolveAccount: (account: {
    bankCode: string
    accountNumber: string
  }) => Promise<ResolveAccountResult>
  refunds: Refunds
  disputes: Disputes
  settlements: Settlements
  balance: ProviderBalance
  subAccounts: SubAccounts
  accountNumbers: AccountNumbers
  /** Whether the signature is the HMAC-SHA512 of exactly these bytes with our key. */
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}
