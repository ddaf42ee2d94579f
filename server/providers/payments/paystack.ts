import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { platformCharge, platformPercentage } from '#shared/fees.ts'

import {
  PaymentsUnavailable,
  type AccountAnswer,
  type InitializeAnswer,
  type Payments,
  type PaymentTotals,
  type ProviderPayment,
  type SubAccountAnswer,
} from './payments.ts'
import { paced } from './paced.ts'
import { amountSchema, idSchema, paymentOf, sensible } from './paystack-answers.ts'
import { cachedBanks } from './paystack-banks.ts'
import { paystackDisputes } from './paystack-disputes.ts'
import { paystackHttp, type Call } from './paystack-http.ts'
import { rowsByCursor } from './paystack-lists.ts'
import { paystackRefunds } from './paystack-refunds.ts'
import { paystackSettlements } from './paystack-settlements.ts'
import { signatureCheck } from './paystack-signature.ts'

export type PaystackOptions = {
  /** Where the API answers: the provider's, or the sandbox's. */
  baseUrl: string
  secretKey: string
  /** While the key is being exchanged, webhooks signed with the old one are still on their way. */
  previousSecretKey?: string
  mode: PaymentMode
  checkoutOrigin: string
  fetch?: typeof fetch
  timeoutMs?: number
  now?: () => number
  /** Between the calls that read lists. How many calls the provider bears is not published. */
  listPauseMs?: number
}

/** Payments at Paystack, or at the sandbox that speaks the same protocol. */
export function paystackPayments(options: PaystackOptions): Payments {
  const { mode, secretKey, previousSecretKey } = options
  const call = paystackHttp({
    baseUrl: options.baseUrl,
    secretKey,
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? 10_000,
  })
  const list = paced(call, options.listPauseMs ?? (mode === 'sandbox' ? 0 : 350))
  const checkoutOrigin = new URL(options.checkoutOrigin).origin
  const keys = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]

  return {
    mode,
    checkoutOrigin,
    listBanks: cachedBanks(() => dataFrom(call, '/bank'), options.now ?? Date.now),
    createSubAccount: (account) => createSubAccount(call, account),
    initialize: (payment) => initialize(call, payment, checkoutOrigin),
    verify: (reference) => verify(call, reference, mode),
    listSince: (from) => listSince(list, from, mode),
    totals: (span) => totals(call, span),
    resolveAccount: (account) => resolveAccount(call, account),
    refunds: paystackRefunds({ call, list, mode }),
    disputes: paystackDisputes({ call, list, mode }),
    settlements: paystackSettlements(list, mode),
    isSigned: signatureCheck(keys),
  }
}

async function dataFrom(call: Call, path: string): Promise<unknown> {
  const answer = await call('GET', path)
  if (answer.kind === 'refused') throw new PaymentsUnavailable(`GET ${path.split('?')[0]}: refused`)
  return answer.data
}

const subAccountSchema = z.object({
  subaccount_code: z.string().check(z.regex(/^ACCT_\w{1,40}$/)),
  account_name: z.nullish(z.string()),
})

async function createSubAccount(
  call: Call,
  account: Parameters<Payments['createSubAccount']>[0],
): Promise<SubAccountAnswer> {
  const answer = await call('POST', '/subaccount', {
    business_name: account.businessName,
    settlement_bank: account.bankCode,
    account_number: account.accountNumber,
    percentage_charge: platformPercentage,
    metadata: JSON.stringify({ ownerUid: account.ownerUid }),
  })
  if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
  const { subaccount_code: code, account_name } = sensible(subAccountSchema, answer.data)
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
): Promise<InitializeAnswer> {
  if (!isReference(payment.reference)) throw new RangeError('not a reference')
  const answer = await call('POST', '/transaction/initialize', {
    reference: payment.reference,
    email: payment.email,
    amount: payment.amount,
    currency: 'NGN',
    subaccount: payment.subAccountCode,
    transaction_charge: platformCharge,
    bearer: 'subaccount',
    callback_url: payment.callbackUrl,
    metadata: { ...payment.metadata, cancel_action: payment.cancelUrl },
  })
  if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
  const started = sensible(startedSchema, answer.data)
  // Donors are sent there without another look: an answer that points anywhere else is worse than none.
  if (URL.parse(started.authorization_url)?.origin !== checkoutOrigin)
    throw new PaymentsUnavailable('POST /transaction/initialize: a checkout page on another origin')
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
  const answer = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
  if (answer.kind === 'refused') {
    // The status of this answer is 400 or 404, depending on whom one asks; the code is always the same.
    if (answer.code === 'transaction_not_found') return undefined
    throw new PaymentsUnavailable(`GET /transaction/verify: refused with ${answer.status}`)
  }
  const payment = paymentOf(answer.data, mode)
  if (payment.reference !== reference)
    throw new PaymentsUnavailable('GET /transaction/verify: an answer for another payment')
  return payment
}

async function* listSince(call: Call, from: Date, mode: PaymentMode) {
  for await (const row of rowsByCursor(call, '/transaction', { from: from.toISOString() }))
    yield paymentOf(row, mode)
}

const totalsSchema = z.object({ total_transactions: idSchema, total_volume: amountSchema })

async function totals(call: Call, { from, to }: { from: Date; to: Date }): Promise<PaymentTotals> {
  const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  const data = await dataFrom(call, `/transaction/totals?${span.toString()}`)
  const { total_transactions: count, total_volume: volume } = sensible(totalsSchema, data)
  return { count, volume }
}

const resolvedSchema = z.object({ account_name: z.string() })

async function resolveAccount(
  call: Call,
  { bankCode, accountNumber }: Parameters<Payments['resolveAccount']>[0],
): Promise<AccountAnswer> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
  const answer = await call('GET', `/bank/resolve?${query.toString()}`)
  if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
  return { kind: 'resolved', accountName: sensible(resolvedSchema, answer.data).account_name }
}

function isReference(text: string): boolean {
  return /^[A-Za-z0-9._=-]{1,64}$/.test(text)
}
