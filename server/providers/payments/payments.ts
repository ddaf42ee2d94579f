import type { Bank } from '#shared/bank.ts'
import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { Disputes } from './disputes.ts'
import type { Refunds } from './refunds.ts'

/** A payment as the provider's own server told it to ours. Only this is ever counted. Amounts in kobo. */
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

export type SubAccountAnswer =
  | { kind: 'created'; code: string; accountName: string | null }
  /** `message` is the provider's `message: nextStep` (specification §8). */
  | { kind: 'refused'; message: string }

export type InitializeAnswer =
  | { kind: 'started'; url: string; accessCode: string }
  | { kind: 'refused'; message: string }

export type AccountAnswer =
  | { kind: 'resolved'; accountName: string }
  | { kind: 'refused'; message: string }

/** What came in between two moments, as the provider adds it up. */
export type PaymentTotals = { count: number; volume: Kobo }

/** Money on its way to a bank account. The provider makes none in its test world. */
export type ProviderSettlement = {
  settlementId: number
  mode: PaymentMode
  /** pending, processing, success or failed. */
  status: string
  currency: string
  /** What donors paid, and what arrives after fees and deductions. */
  total: Kobo
  effective: Kobo
  fees: Kobo
  settledAt: Date | null
}

export interface Settlements {
  /** Settlements made since then, all pages. One may come twice. */
  listSince: (from: Date) => AsyncIterable<ProviderSettlement>
  /** The payments that one settlement is made of. */
  listPayments: (settlementId: number) => AsyncIterable<ProviderPayment>
}

/** Thrown when the provider could not be asked or did not answer in time; the effect is unknown. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The card payment provider. Refusals are values; only an unreachable or broken provider throws `PaymentsUnavailable`. */
export interface Payments {
  mode: PaymentMode
  /** Where checkout pages live: the only other origin that a donor's browser may be sent to. */
  checkoutOrigin: string
  listBanks: () => Promise<Bank[]>
  createSubAccount: (account: {
    businessName: string
    bankCode: string
    accountNumber: string
    ownerUid: string
  }) => Promise<SubAccountAnswer>
  initialize: (payment: {
    reference: string
    email: string
    amount: Kobo
    subAccountCode: string
    callbackUrl: string
    cancelUrl: string
    metadata: Record<string, string>
  }) => Promise<InitializeAnswer>
  /** Undefined for a reference the provider does not know. */
  verify: (reference: string) => Promise<ProviderPayment | undefined>
  /** Payments created since then, oldest or newest first, all pages. */
  listSince: (from: Date) => AsyncIterable<ProviderPayment>
  /** Successes among the payments created in a span of time. */
  totals: (span: { from: Date; to: Date }) => Promise<PaymentTotals>
  /** Whose bank account this is. */
  resolveAccount: (account: { bankCode: string; accountNumber: string }) => Promise<AccountAnswer>
  refunds: Refunds
  disputes: Disputes
  settlements: Settlements
  /** True if the header is the HMAC-SHA512 of exactly these bytes under our key. */
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}
