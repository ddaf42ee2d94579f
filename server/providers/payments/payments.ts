import type { Bank } from '#shared/bank.ts'
import { Refused } from '../../platform/http/context.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { type CardOrigin, platformCharge, quoteFees } from '#shared/fees.ts'
import { type Kobo, kobo } from '#shared/money.ts'

import { Outage } from '../../platform/runtime/errors.ts'
import type { Log } from '../../platform/runtime/log.ts'

export type InitializeResult = { kind: 'started'; url: string; accessCode: string } | RefusedCall

/** `message` is the provider's, with its next step (specification §8). */
type RefusedCall = { kind: 'refused'; message: string }

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
  }) => Promise<{ kind: 'created'; code: string; accountName: string | null } | RefusedCall>
  /** How a payment of this amount is divided if it is started now. */
  getSplitTerms: (amount: Kobo) => SplitTerms
  initialize: (
    payment: NewPayment & { callbackUrl: string; cancelUrl: string; isCardOnly?: boolean },
  ) => Promise<InitializeResult>
  /**
   * Charges a card that paid before, with the address that it paid with. Only `verify` tells the outcome. A reference is charged at most
   * once: repeated calls are refused. paused: the payer has to confirm the charge at `url`.
   */
  chargeAuthorization: (
    payment: NewPayment & { authorization: string; callbackUrl: string },
  ) => Promise<{ kind: 'attempted' } | { kind: 'paused'; url: string } | RefusedCall>
  /** Undefined if the provider has no such reference. */
  verify: (reference: string) => Promise<ProviderPayment | undefined>
  /** Payments created since `from`, all pages, in no particular order. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<ProviderPayment>
  /** Successful payments created in a range, as the provider sums them up. */
  totals: (span: { from: Date; to: Date }) => Promise<{ count: number; volume: Kobo }>
  resolveAccount: (account: {
    bankCode: string
    accountNumber: string
  }) => Promise<{ kind: 'resolved'; accountName: string } | RefusedCall>
  refunds: Refunds
  disputes: Disputes
  settlements: Settlements
  balance: ProviderBalance
  subAccounts: SubAccounts
  accountNumbers: AccountNumbers
  /** Whether the signature is the HMAC-SHA512 of exactly these bytes with our key. */
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}

type NewPayment = {
  reference: string
  email: string
  amount: Kobo
  subAccountCode: string
  terms: SplitTerms
  metadata: Record<string, string>
}

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
  /** With this code the card can be charged again. Null where the provider does not allow it. */
  authorization: string | null
  /** Set for a bank transfer to an account number. */
  transfer: ReceivedTransfer | null
  /** Who gets what of the amount; null until the provider reports it. */
  split: PaymentSplit | null
  paidAt: Date | null
}

/** An account number at a partner bank of the provider: each transfer to it is a payment. */
export type AccountNumber = {
  providerId: number
  /** The customer that the provider assigned the number to. Numbers are reused, customers are not. */
  customerCode: string
  number: string
  bankName: string
  accountName: string
}

type NewAccountNumber = {
  /** One address has one number. */
  email: string
  /** First and last part of the account's name. */
  names: readonly [string, string]
  phone: string
  /** Where transfers are paid out to, less the provider's fee. */
  subAccountCode: string
}

export type AssignResult =
  | { kind: 'assigned'; account: AccountNumber }
  /** `isUnavailable`: this business gets no account numbers at all. */
  | { kind: 'refused'; isUnavailable: boolean; message: string }

/** The provider's dedicated virtual accounts. */
export interface AccountNumbers {
  /** Repeated calls for an address answer the same number. */
  assign: (request: NewAccountNumber) => Promise<AssignResult>
  /** Later transfers are paid out to another sub-account. */
  setSubAccount: (number: string, subAccountCode: string) => Promise<'done' | 'refused'>
  /** The provider takes the number back. Also done if it has it back already. */
  unassign: (providerId: number) => Promise<void>
}

export type ReceivedTransfer = {
  accountNumber: string
  customerCode: string | null
  senderName: string
  senderBank: string | null
  /** The last digits of the sender's account, at most four. */
  senderDigits: string
  /** The banks' number of the transfer. The provider does not always send it. */
  sessionId: string | null
}

export type ProviderDispute = {
  disputeId: number
  transactionId: number | null
  reference: string | null
  mode: PaymentMode
  /** Disputed amount; null until the provider reports it. */
  refundAmount: Kobo | null
  currency: string | null
  /** awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved or archived. */
  status: string
  /** merchant-accepted, auto-accepted or declined, once resolved. */
  resolution: string | null
  category: string | null
  /** The provider accepts the dispute after this time. */
  dueAt: Date | null
  resolvedAt: Date | null
  createdAt: Date | null
}

type DisputeState = Pick<ProviderDispute, 'status' | 'resolution'>

export const isOpen = ({ status }: Pick<DisputeState, 'status'>): boolean =>
  status !== 'resolved' && status !== 'archived'

const lostResolutions = ['merchant-accepted', 'auto-accepted']

/** The bank returned the money to the donor. */
export const isLost = (dispute: DisputeState): boolean =>
  !isOpen(dispute) && lostResolutions.includes(dispute.resolution ?? '')

export type DisputeResult = { kind: 'done'; dispute: ProviderDispute } | RefusedCall

type DisputeEvidence = {
  customerEmail: string
  customerName: string
  customerPhone: string
  /** What the donor paid for and how they were informed. */
  serviceDetails: string
}

export interface Disputes {
  /** Undefined if the provider has no such dispute. */
  find: (disputeId: number) => Promise<ProviderDispute | undefined>
  /** Disputes raised since `from`, all pages. A dispute can appear twice. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<ProviderDispute>
  /** Of a PDF. Returns the name by which `decline` refers to the file. */
  uploadFile: (
    disputeId: number,
    file: { name: string; bytes: Uint8Array },
  ) => Promise<{ kind: 'uploaded'; fileName: string } | RefusedCall>
  addEvidence: (
    disputeId: number,
    evidence: DisputeEvidence,
  ) => Promise<{ kind: 'added'; evidenceId: number } | RefusedCall>
  accept: (
    disputeId: number,
    resolution: { message: string; refundAmount: Kobo },
  ) => Promise<DisputeResult>
  /** Declines with evidence that was added before or with an uploaded file. */
  decline: (
    disputeId: number,
    resolution: { message: string; uploadedFilename: string; evidenceId?: number },
  ) => Promise<DisputeResult>
}

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
  listPayments: (
    settlementId: number,
    onUnreadable?: OnUnreadable,
  ) => AsyncIterable<ProviderPayment>
}

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

export type SubAccountPayouts = {
  code: string
  isActive: boolean
  /** auto, weekly, monthly or manual. */
  schedule: string
  /** Nothing is paid out: the account is inactive or is paid on request only. */
  isHeld: boolean
  /** The end of the bank account's number, and the organiser whom we named when we created it. */
  last4: string
  ownerUid: string
}

export interface SubAccounts {
  /** Undefined if the provider has no such sub-account. */
  find: (code: string) => Promise<SubAccountPayouts | undefined>
  /**
   * Asks the provider to hold or release payouts and answers what reading the account back shows, because the provider may refuse or
   * ignore the request. A hold prefers the manual schedule; an inactive account may refuse donations.
   */
  setPayouts: (code: string, action: 'hold' | 'release') => Promise<SubAccountPayouts | undefined>
}

/** The account that pays the provider's fee: the owner's sub-account or our main account. */
export const feeBearers = ['subaccount', 'account'] as const
export type FeeBearer = (typeof feeBearers)[number]

/** How a payment is divided, agreed with the provider when it is started. `transactionCharge` is the main account's part, its fee included. */
export type SplitTerms = { feeBearer: FeeBearer; transactionCharge: Kobo }

/** A transfer to an account number is divided without a charge of ours, and the sub-account pays the fee. */
export const transferTerms: SplitTerms = { feeBearer: 'subaccount', transactionCharge: kobo(0) }

/** If our account pays the fee, it gets the expected fee from the donation (readings N11). */
export function toSplitTerms(amount: Kobo, feeBearer: FeeBearer): SplitTerms {
  const fee = feeBearer === 'account' ? quoteFees(amount).fee : 0
  return { feeBearer, transactionCharge: kobo(platformCharge + fee) }
}

/** A row of a list that could not be parsed. `key` is its id, or a hash of it. */
export type UnreadableRow = { list: string; key: string; reason: string }

/** Receives the unreadable rows of a list, and the other rows go on. Without it such a row ends the list with `PaymentsUnavailable`. */
export type OnUnreadable = (row: UnreadableRow) => void

/** Rows created before `to`, or all if it is left out. */
type ListOptions = { to?: Date | undefined; onUnreadable?: OnUnreadable | undefined }

/** For scheduled tasks: while the provider is unavailable, the next run replaces a retry. */
export async function skipIfUnavailable(
  log: Pick<Log, 'warn'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.warn({ err: error }, 'the payment provider is unavailable')
  }
}

/** For requests of people: `call().catch(refuseUnavailable)`. */
export function refuseUnavailable(error: unknown): never {
  throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
}
