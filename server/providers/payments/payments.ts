import type { Bank } from '#shared/bank.ts'
import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { Disputes } from './disputes.ts'
import type { Refunds } from './refunds.ts'
import { Outage } from '../../runtime/outage.ts'

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
  paidAt: Date | null
}

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

/** A payout to a bank account. The provider's test mode makes none. */
export type ProviderSettlement = {
  settlementId: number
  mode: PaymentMode
  /** pending, processing, success or failed. */
  status: string
  currency: string
  /** Sum of the payments, and what is paid out after fees and deductions. */
  total: Kobo
  effective: Kobo
  fees: Kobo
  settledAt: Date | null
}

export interface Settlements {
  /** Settlements made since `from`, all pages. A settlement can appear twice. */
  listSince: (from: Date) => AsyncIterable<ProviderSettlement>
  /** Payments that a settlement contains. */
  listPayments: (settlementId: number) => AsyncIterable<ProviderPayment>
}

/** The provider did not respond, or its response is unusable. Whether the call had an effect is unknown. */
export class PaymentsUnavailable extends Outage {
  override name = 'PaymentsUnavailable'
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
  initialize: (payment: {
    reference: string
    email: string
    amount: Kobo
    subAccountCode: string
    callbackUrl: string
    cancelUrl: string
    metadata: Record<string, string>
  }) => Promise<InitializeResult>
  /** Undefined if the provider has no such reference. */
  verify: (reference: string) => Promise<ProviderPayment | undefined>
  /** Payments created since `from`, all pages, in no particular order. */
  listSince: (from: Date) => AsyncIterable<ProviderPayment>
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
  /** Whether the signature is the HMAC-SHA512 of exactly these bytes with our key. */
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}
