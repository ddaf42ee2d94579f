import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { platformPercentage } from '#shared/fees.ts'

import {
  PaymentsUnavailable,
  type ResolveAccountResult,
  type InitializeResult,
  type Payments,
  type PaymentTotals,
  type SubAccountResult,
} from './payments.ts'
import type { ProviderPayment } from './provider-payment.ts'
import { toSplitTerms, type FeeBearer } from './split-terms.ts'
import { throttle } from './throttle.ts'
import { amountSchema, idSchema, toPayment, parseResponse } from './paystack-responses.ts'
import { paystackAccountNumbers } from './paystack-account-numbers.ts'
import { paystackBalance } from './paystack-balance.ts'
import { cachedBanks } from './paystack-banks.ts'
import { paystackDisputes } from './paystack-disputes.ts'
import { paystackHttp, paystackUrl, type Call } from './paystack-http.ts'
import { createdWithin, parseRows, rowsByCursor } from './paystack-lists.ts'
import { paystackRefunds } from './paystack-refunds.ts'
import { paystackSettlements } from './paystack-settlements.ts'
import { createSignatureCheck } from './paystack-signature.ts'
import { paystackUpload } from './paystack-uploads.ts'
import { paystackSubAccounts, subAccountIds } from './paystack-sub-accounts.ts'

export type PaystackOptions = {
  /** Base URL of Paystack's API or the sandbox's. */
  baseUrl: string
  secretKey: string
  /** After a key rotation, webhooks signed with the old key can still arrive. */
  previousSecretKey?: string
  mode: PaymentMode
  checkoutOrigin: string
  /** The account that pays the provider's fee. Default: the sub-account. */
  feeBearer?: FeeBearer
  fetch?: typeof fetch
  timeoutMs?: number
  now?: () => number
  /** Pause between calls that read lists. The provider's rate limit is not published. */
  listPauseMs?: number
}

/** Payments through Paystack, or through the sandbox, which has the same API. */
export function paystackPayments(options: PaystackOptions): Payments {
  const { mode, secretKey, previousSecretKey } = options
  const network = { fetch: options.fetch ?? fetch, timeoutMs: options.timeoutMs ?? 10_000 }
  const call = paystackHttp({ baseUrl: options.baseUrl, secretKey, ...network })
  const list = throttle(call, options.listPauseMs ?? (mode === 'sandbox' ? 0 : 350))
  const checkoutOrigin = new URL(options.checkoutOrigin).origin
  const upload = paystackUpload({
    ...network,
    origins:
      options.baseUrl === paystackUrl ? [] : [new URL(options.baseUrl).origin, checkoutOrigin],
  })
  const keys = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]

  return {
    mode,
    checkoutOrigin,
    listBanks: cachedBanks(() => getData(call, '/bank'), options.now ?? Date.now),
    createSubAccount: (account) => createSubAccount(call, account),
    getSplitTerms: (amount) => toSplitTerms(amount, options.feeBearer ?? 'subaccount'),
    initialize: (payment) => initialize(call, payment, checkoutOrigin),
    verify: (reference) => verify(call, reference, mode),
    listSince: (from, { to, onUnreadable } = {}) => {
      const parse = (row: unknown) => toPayment(row, mode)
      const rows = rowsByCursor(list, '/transaction', createdWithin(from, to))
      return parseRows(rows, { list: 'transaction', parse, onUnreadable })
    },
    totals: (span) => totals(call, span),
    resolveAccount: (account) => resolveAccount(call, account),
    refunds: paystackRefunds({ call, list, mode }),
    disputes: paystackDisputes({ call, list, upload, mode }),
    settlements: paystackSettlements({ call: list, mode, findSubAccountId: subAccountIds(list) }),
    balance: paystackBalance(call, list),
    subAccounts: paystackSubAccounts(call),
    accountNumbers: paystackAccountNumbers(call, mode),
    isSigned: createSignatureCheck(keys),
  }
}

async function getData(call: Call, path: string): Promise<unknown> {
  const result = await call('GET', path)
  if (result.kind === 'refused') throw new PaymentsUnavailable(`GET ${path.split('?')[0]}: refused`)
  return result.data
}

const subAccountSchema = z.object({
  subaccount_code: z.string().check(z.regex(/^ACCT_\w{1,40}$/)),
  account_name: z.nullish(z.string()),
})

async function createSubAccount(
  call: Call,
  account: Parameters<Payments['createSubAccount']>[0],
): Promise<SubAccountResult> {
  const result = await call('POST', '/subaccount', {
    business_name: account.businessName,
    settlement_bank: account.bankCode,
    account_number: account.accountNumber,
    percentage_charge: platformPercentage,
    metadata: JSON.stringify({ ownerUid: account.ownerUid }),
  })
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
  const { subaccount_code: code, account_name } = parseResponse(subAccountSchema, result.data)
  return { kind: 'created', code, accountName: account_name ?? null }
}

const startedSchema = z.object({
  authorization_url: z.string(),
  access_code: z.string(),
  reference: z.string(),
})

async function initialize(
  call: Call,
  payment: Parameters<Payments['initialize']>[0],
  checkoutOrigin: string,
): Promise<InitializeResult> {
  if (!isReference(payment.reference)) throw new RangeError('invalid payment reference')
  const result = await call('POST', '/transaction/initialize', {
    reference: payment.reference,
    email: payment.email,
    amount: payment.amount,
    currency: 'NGN',
    subaccount: payment.subAccountCode,
    transaction_charge: payment.terms.transactionCharge,
    bearer: payment.terms.feeBearer,
    callback_url: payment.callbackUrl,
    metadata: { ...payment.metadata, cancel_action: payment.cancelUrl },
  })
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
  const started = parseResponse(startedSchema, result.data)
  // Donors are redirected to this URL, so another origin must not pass.
  if (URL.parse(started.authorization_url)?.origin !== checkoutOrigin)
    throw new PaymentsUnavailable('POST /transaction/initialize: checkout page on another origin')
  if (started.reference !== payment.reference)
    throw new PaymentsUnavailable('POST /transaction/initialize: another reference')
  return { kind: 'started', url: started.authorization_url, accessCode: started.access_code }
}

async function verify(
  call: Call,
  reference: string,
  mode: PaymentMode,
): Promise<ProviderPayment | undefined> {
  if (!isReference(reference)) return undefined
  const result = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
  if (result.kind === 'refused') {
    // Documented as 400 and as 404; the code is the same.
    if (result.code === 'transaction_not_found') return undefined
    throw new PaymentsUnavailable(`GET /transaction/verify: refused with ${result.status}`)
  }
  const payment = toPayment(result.data, mode)
  if (payment.reference !== reference)
    throw new PaymentsUnavailable('GET /transaction/verify: response for another payment')
  return payment
}

const totalsSchema = z.object({ total_transactions: idSchema, total_volume: amountSchema })

async function totals(call: Call, { from, to }: { from: Date; to: Date }): Promise<PaymentTotals> {
  const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  const data = await getData(call, `/transaction/totals?${span.toString()}`)
  const { total_transactions: count, total_volume: volume } = parseResponse(totalsSchema, data)
  return { count, volume }
}

const resolvedSchema = z.object({ account_name: z.string() })

async function resolveAccount(
  call: Call,
  { bankCode, accountNumber }: Parameters<Payments['resolveAccount']>[0],
): Promise<ResolveAccountResult> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
  const result = await call('GET', `/bank/resolve?${query.toString()}`)
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
  return { kind: 'resolved', accountName: parseResponse(resolvedSchema, result.data).account_name }
}

function isReference(text: string): boolean {
  return /^[A-Za-z0-9._=-]{1,64}$/.test(text)
}
