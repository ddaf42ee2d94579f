import * as z from 'zod/mini'

import { platformCharge, platformPercentage, type PaymentMode } from '#shared/donation.ts'

import {
  PaymentsUnavailable,
  type InitializeAnswer,
  type Payments,
  type ProviderPayment,
  type SubAccountAnswer,
} from './payments.ts'
import { nextPage, paymentOf, sensible } from './paystack-answers.ts'
import { cachedBanks } from './paystack-banks.ts'
import { paystackHttp, type Call } from './paystack-http.ts'
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
  const checkoutOrigin = new URL(options.checkoutOrigin).origin
  const keys = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]

  return {
    mode,
    checkoutOrigin,
    listBanks: cachedBanks(() => dataFrom(call, '/bank'), options.now ?? Date.now),
    createSubAccount: (account) => createSubAccount(call, account),
    initialize: (payment) => initialize(call, payment, checkoutOrigin),
    verify: (reference) => verify(call, reference, mode),
    listSince: (from) => listSince(call, from, mode),
    isSigned: signatureCheck(keys),
  }
}

async function dataFrom(call: Call, path: string): Promise<unknown> {
  const answer = await call('GET', path)
  if (answer.kind === 'refused') throw new PaymentsUnavailable(`GET ${path}: refused`)
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
  const query = new URLSearchParams({
    use_cursor: 'true',
    perPage: '100',
    from: from.toISOString(),
  })
  const seen = new Set<string>()
  for (let page = 2; ; page++) {
    const answer = await call('GET', `/transaction?${query.toString()}`)
    if (answer.kind === 'refused')
      throw new PaymentsUnavailable(`GET /transaction: refused with ${answer.status}`)
    const rows = sensible(z.array(z.unknown()), answer.data)
    for (const row of rows) yield paymentOf(row, mode)
    const next = nextPage(answer.meta)
    if (rows.length === 0 || !next) return
    if ('offset' in next) {
      query.delete('use_cursor')
      query.set('page', String(page))
    } else query.set('next', next.cursor)
    // A list that leads back to where it was would never end.
    if (seen.has(query.toString()))
      throw new PaymentsUnavailable('GET /transaction: runs in circles')
    seen.add(query.toString())
  }
}

function isReference(text: string): boolean {
  return /^[A-Za-z0-9._=-]{1,64}$/.test(text)
}
