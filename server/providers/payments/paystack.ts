import * as z from 'zod/mini'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { parseJson } from '#shared/json.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { platformPercentage } from '#shared/fees.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import {
  PaymentsUnavailable,
  type Payments,
  toSplitTerms,
  type FeeBearer,
  type BalanceChange,
  type ProviderBalance,
  type Settlements,
  type SubAccountPayouts,
  type SubAccounts,
  type OnUnreadable,
  type ProviderRefund,
  type RefundRefusal,
  type RefundResult,
  type Refunds,
  type DisputeResult,
  type Disputes,
  type ProviderDispute,
} from './payments.ts'
import {
  amountSchema,
  idSchema,
  toPayment,
  parseResponse,
  dateSchema,
  toMode,
  signedAmountSchema,
} from './paystack-responses.ts'
import { paystackAccountNumbers, cachedBanks } from './paystack-account-numbers.ts'
import {
  paystackHttp,
  paystackUrl,
  type Call,
  createdWithin,
  parseRows,
  rowsByCursor,
  rowsByPage,
} from './paystack-lists.ts'
import { refuseInTransaction } from '../../platform/database/transaction-scope.ts'

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
    async createSubAccount(account) {
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
    },
    getSplitTerms: (amount) => toSplitTerms(amount, options.feeBearer ?? 'subaccount'),
    async initialize(payment) {
      const result = await call('POST', '/transaction/initialize', {
        ...toFields(payment),
        callback_url: payment.callbackUrl,
        metadata: { ...payment.metadata, cancel_action: payment.cancelUrl },
        ...(payment.isCardOnly && { channels: ['card'] }),
      })
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      const started = parseResponse(startedSchema, result.data)
      // Donors are redirected to this URL, so another origin must not pass.
      if (URL.parse(started.authorization_url)?.origin !== checkoutOrigin)
        throw new PaymentsUnavailable(
          'POST /transaction/initialize: checkout page on another origin',
        )
      if (started.reference !== payment.reference)
        throw new PaymentsUnavailable('POST /transaction/initialize: another reference')
      return { kind: 'started', url: started.authorization_url, accessCode: started.access_code }
    },
    async chargeAuthorization(payment) {
      const result = await call('POST', '/transaction/charge_authorization', {
        ...toFields(payment),
        authorization_code: payment.authorization,
        callback_url: payment.callbackUrl,
        metadata: payment.metadata,
      })
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      const url = z.safeParse(pausedSchema, result.data).data?.authorization_url
      const isCheckout = url !== undefined && URL.parse(url)?.origin === checkoutOrigin
      return isCheckout ? { kind: 'paused', url } : { kind: 'attempted' }
    },
    async verify(reference) {
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
    },
    listSince: (from, { to, onUnreadable } = {}) => {
      const parse = (row: unknown) => toPayment(row, mode)
      const rows = rowsByCursor(list, '/transaction', createdWithin(from, to))
      return parseRows(rows, { list: 'transaction', parse, onUnreadable })
    },
    async totals({ from, to }) {
      const span = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
      const data = await getData(call, `/transaction/totals?${span.toString()}`)
      const { total_transactions: count, total_volume: volume } = parseResponse(totalsSchema, data)
      return { count, volume }
    },
    async resolveAccount({ bankCode, accountNumber }) {
      const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
      const result = await call('GET', `/bank/resolve?${query.toString()}`)
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      return {
        kind: 'resolved',
        accountName: parseResponse(resolvedSchema, result.data).account_name,
      }
    },
    refunds: paystackRefunds({ call, list, mode }),
    disputes: paystackDisputes({ call, list, upload, mode }),
    settlements: paystackSettlements({ call: list, mode, findSubAccountId: subAccountIds(list) }),
    balance: paystackBalance(call, list),
    subAccounts: paystackSubAccounts(call),
    accountNumbers: paystackAccountNumbers(call, mode),
    isSigned: createSignatureCheck(keys),
  }
}

/** What all ways to pay have in common. */
function toFields({
  reference,
  terms,
  ...payment
}: Parameters<Payments['initialize']>[0] | Parameters<Payments['chargeAuthorization']>[0]) {
  if (!isReference(reference)) throw new RangeError('invalid payment reference')
  return {
    reference,
    email: payment.email,
    amount: payment.amount,
    currency: 'NGN',
    subaccount: payment.subAccountCode,
    transaction_charge: terms.transactionCharge,
    bearer: terms.feeBearer,
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

const startedSchema = z.object({
  authorization_url: z.string(),
  access_code: z.string(),
  reference: z.string(),
})

const pausedSchema = z.object({ paused: z.literal(true), authorization_url: z.string() })

const totalsSchema = z.object({ total_transactions: idSchema, total_volume: amountSchema })

const resolvedSchema = z.object({ account_name: z.string() })

function isReference(text: string): boolean {
  return /^[A-Za-z0-9._=-]{1,64}$/.test(text)
}

/** Checks `x-paystack-signature` against the received bytes, because serialised JSON can differ from them. */
function createSignatureCheck(secretKeys: readonly string[]) {
  return (body: Uint8Array, signature: string | undefined): boolean => {
    // Also refuses repeated headers, which arrive joined by a comma.
    if (signature === undefined || !/^[0-9a-f]{128}$/.test(signature)) return false
    const given = Buffer.from(signature, 'hex')
    return secretKeys
      .map((key) => timingSafeEqual(createHmac('sha512', key).update(body).digest(), given))
      .includes(true)
  }
}

/** Starts calls at least `pauseMs` apart, so that reading long lists leaves capacity for donors who are paying. */
export function throttle(call: Call, pauseMs: number): Call {
  let freeAtMs = 0
  return async (...args) => {
    const nowMs = performance.now()
    const waitMs = Math.max(0, freeAtMs - nowMs)
    freeAtMs = nowMs + waitMs + pauseMs
    if (waitMs > 0) await sleep(waitMs)
    return call(...args)
  }
}

const dayMs = 24 * 3_600_000

function paystackBalance(call: Call, list: Call): ProviderBalance {
  return {
    current: async () => {
      const result = await call('GET', '/balance')
      if (result.kind === 'refused')
        throw new PaymentsUnavailable(`GET /balance: refused with ${result.status}`)
      const balances = parseResponse(z.array(balanceSchema), result.data)
      return balances.find(({ currency }) => currency === 'NGN')?.balance ?? 0
    },
    listSince: async function* (from, { to, onUnreadable } = {}) {
      // The provider leaves out the day that `from` names, includes the day that `to` names, and ignores their times.
      const filters = {
        from: toDay(from.getTime() - dayMs),
        ...(to && { to: toDay(to.getTime() - 1) }),
      }
      const rows = rowsByPage(list, '/balance/ledger', filters)
      const parsed = parseRows(rows, { list: 'balance change', parse: toChange, onUnreadable })
      for await (const change of parsed)
        if (change.at >= from && (!to || change.at < to)) yield change
    },
  }
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

const balanceSchema = z.object({ currency: z.string(), balance: signedAmountSchema })

const changeSchema = z.object({
  id: idSchema,
  difference: signedAmountSchema,
  model_responsible: z.nullish(z.string()),
  model_row: z.nullish(idSchema),
  createdAt: dateSchema,
})

const causes = {
  transaction: 'transaction',
  refund: 'refund',
  dispute: 'dispute',
  settlement: 'settlement',
} as const

function toChange(data: unknown): BalanceChange {
  const row = parseResponse(changeSchema, data)
  if (row.createdAt === null)
    throw new PaymentsUnavailable('GET /balance/ledger: a change without a time')
  const model = row.model_responsible?.toLowerCase()
  const cause = Object.values(causes).find((name) => name === model) ?? 'other'
  const causeId = row.model_row ?? null
  return { id: row.id, difference: row.difference, cause, causeId, at: row.createdAt }
}

type PaystackSettlementDeps = {
  call: Call
  mode: PaymentMode
  findSubAccountId: (code: string) => Promise<number | undefined>
}

function paystackSettlements(deps: PaystackSettlementDeps): Settlements {
  const { call, mode } = deps
  return {
    listSince: (from, subAccountCode, onUnreadable) => {
      const parse = (row: unknown) => ({ ...toSettlement(row, mode), subAccountCode })
      const rows = rowsOfParty(deps, from, subAccountCode)
      return parseRows(rows, { list: 'settlement', parse, onUnreadable })
    },
    listPayments: (settlementId, onUnreadable) => {
      const parse = (row: unknown) => toPayment(row, mode)
      const rows = rowsByPage(call, `/settlement/${settlementId}/transactions`, {})
      return parseRows(rows, { list: 'settlement payment', parse, onUnreadable })
    },
  }
}

/** The provider filters by a sub-account's numeric id, or by `none` for the main account. */
async function* rowsOfParty(
  { call, findSubAccountId }: PaystackSettlementDeps,
  from: Date,
  subAccountCode: string | null | undefined,
) {
  const filters: Record<string, string> = { from: from.toISOString() }
  if (subAccountCode === null) filters['subaccount'] = 'none'
  if (typeof subAccountCode === 'string') {
    const id = await findSubAccountId(subAccountCode)
    if (id === undefined) return
    filters['subaccount'] = String(id)
  }
  yield* rowsByPage(call, '/settlement', filters)
}

const settlementSchema = z.object({
  id: idSchema,
  domain: z.string(),
  status: z.string(),
  // Settlements of 2016 name no currency, because there was one, and no deductions.
  currency: z._default(z.string(), 'NGN'),
  total_amount: signedAmountSchema,
  effective_amount: z.nullish(signedAmountSchema),
  deductions: z.optional(z.unknown()),
  total_fees: z.nullish(amountSchema),
  settlement_date: z.optional(dateSchema),
})

function toSettlement(data: unknown, mode: PaymentMode) {
  const settlement = parseResponse(settlementSchema, data)
  const { total_amount: total } = settlement
  const effective = settlement.effective_amount ?? total
  return {
    settlementId: settlement.id,
    mode: toMode(settlement.domain, mode),
    status: settlement.status,
    currency: settlement.currency,
    total,
    // A negative payout is a debt that later settlements deduct; nothing is paid out.
    effective: kobo(Math.max(0, effective)),
    deductions: effective < 0 ? total : toDeductions(settlement.deductions, total, effective),
    fees: settlement.total_fees ?? kobo(0),
    settledAt: settlement.settlement_date ?? null,
  }
}

const deductedSchema = z.union([
  signedAmountSchema,
  z.pipe(
    z.object({ amount: signedAmountSchema }),
    z.transform(({ amount }) => amount),
  ),
])

/** A number, text, an object with an amount, or a list of those. Otherwise what is missing from the total. */
function toDeductions(value: unknown, total: Kobo, effective: Kobo): Kobo {
  const rows = Array.isArray(value) ? value : [value]
  const amounts = rows.map((row) => z.safeParse(deductedSchema, row).data)
  if (amounts.includes(undefined)) return kobo(total - effective)
  const sum = amounts.reduce<number>((all, amount = kobo(0)) => all + amount, 0)
  // Deductions may be written as negative amounts.
  return kobo(effective <= total ? Math.abs(sum) : -Math.abs(sum))
}

function paystackSubAccounts(call: Call): SubAccounts {
  const find = async (code: string) => {
    const data = await findSubAccount(call, code)
    return data === undefined ? undefined : toPayouts(data)
  }
  const put = (code: string, body: Record<string, unknown>) =>
    call('PUT', `/subaccount/${encodeURIComponent(code)}`, body)
  return {
    find,
    setPayouts: async (code, action) => {
      if (action === 'release') {
        await put(code, { active: true, settlement_schedule: 'auto' })
        return find(code)
      }
      await put(code, { settlement_schedule: 'manual' })
      const manual = await find(code)
      if (!manual || manual.isHeld) return manual
      await put(code, { active: false })
      return find(code)
    },
  }
}

/** The provider's numeric id of a sub-account, which some filters need. Undefined if there is no such sub-account. */
function subAccountIds(call: Call) {
  const known = new Map<string, number>()
  return async (code: string): Promise<number | undefined> => {
    if (!known.has(code)) {
      const account = await findSubAccount(call, code)
      if (account) known.set(code, account.id)
    }
    return known.get(code)
  }
}

const subAccountSchemaPaystackSubAccounts = z.object({
  id: idSchema,
  subaccount_code: z.string(),
  // 1 in some responses.
  active: z.optional(z.unknown()),
  settlement_schedule: z.nullish(z.string()),
  account_number: z.nullish(z.string()),
  // An object, or its text.
  metadata: z.optional(z.unknown()),
})
type SubAccount = z.output<typeof subAccountSchemaPaystackSubAccounts>

async function findSubAccount(call: Call, code: string): Promise<SubAccount | undefined> {
  const result = await call('GET', `/subaccount/${encodeURIComponent(code)}`)
  if (result.kind === 'ok') return parseResponse(subAccountSchemaPaystackSubAccounts, result.data)
  if (result.status === 404) return undefined
  throw new PaymentsUnavailable(`GET /subaccount: refused with ${result.status}`)
}

const ownerSchema = z.object({ ownerUid: z.string() })

function toOwnerUid(metadata: unknown): string {
  const value = typeof metadata === 'string' ? parseJson(metadata) : metadata
  const found = z.safeParse(ownerSchema, value)
  return found.success ? found.data.ownerUid : ''
}

/** Schedules are written in capitals in answers and in small letters in requests. */
function toPayouts(account: SubAccount): SubAccountPayouts {
  const isActive = account.active === true || account.active === 1
  const schedule = (account.settlement_schedule ?? 'auto').toLowerCase()
  return {
    code: account.subaccount_code,
    isActive,
    schedule,
    isHeld: !isActive || schedule === 'manual',
    last4: account.account_number?.slice(-4) ?? '',
    ownerUid: toOwnerUid(account.metadata),
  }
}

type PaystackRefundDeps = { call: Call; list: Call; mode: PaymentMode }

function paystackRefunds({ call, list, mode }: PaystackRefundDeps): Refunds {
  return {
    create: async ({ transactionId, amount, customerNote, merchantNote }) => {
      const result = await call('POST', '/refund', {
        transaction: String(transactionId),
        amount,
        currency: 'NGN',
        customer_note: customerNote,
        merchant_note: merchantNote,
      })
      return toRefundResult(result, mode)
    },
    find: async (refundId) => {
      const result = await call('GET', `/refund/${refundId}`)
      if (result.kind === 'ok') return toRefund(result.data, mode)
      if (isUnknown(result)) return undefined
      throw new PaymentsUnavailable(`GET /refund: refused with ${result.status}`)
    },
    listForTransaction: async (transactionId) => {
      const refunds = []
      for await (const refund of listRefunds(list, { transaction: String(transactionId) }, mode))
        // If the provider ignores the filter, the list contains other payments' refunds.
        if (refund.transactionId === transactionId) refunds.push(refund)
      return refunds
    },
    listSince: (from, { to, onUnreadable } = {}) =>
      listRefunds(list, createdWithin(from, to), mode, onUnreadable),
    retry: async (refundId, { accountNumber, bankId }) => {
      const result = await call('POST', `/refund/retry_with_customer_details/${refundId}`, {
        refund_account_details: {
          currency: 'NGN',
          account_number: accountNumber,
          bank_id: String(bankId),
        },
      })
      return toRefundResult(result, mode)
    },
  }
}

function listRefunds(
  call: Call,
  filters: Record<string, string>,
  mode: PaymentMode,
  onUnreadable?: OnUnreadable,
) {
  const parse = (row: unknown) => toRefund(row, mode)
  return parseRows(rowsByPage(call, '/refund', filters), { list: 'refund', parse, onUnreadable })
}

/** Unknown ids give 404, or a validation error for older accounts. */
function isUnknown({ status, code }: { status: number; code: unknown }): boolean {
  return status === 404 || code === 'refund_not_found'
}

function toRefundResult(result: Awaited<ReturnType<Call>>, mode: PaymentMode): RefundResult {
  if (result.kind === 'refused')
    return { kind: 'refused', reason: toRefusal(result), message: result.message }
  return { kind: 'queued', refund: toRefund(result.data, mode) }
}

const refundSchema = z.object({
  id: idSchema,
  domain: z.string(),
  // An object in the response to creation, otherwise a number.
  transaction: z.union([
    idSchema,
    z.object({ id: idSchema, reference: z.optional(z.nullable(z.string())) }),
  ]),
  transaction_reference: z.nullish(z.string()),
  dispute: z.optional(z.unknown()),
  amount: amountSchema,
  currency: z.string(),
  status: z.string(),
  merchant_note: z.nullish(z.string()),
  deducted_amount: z.nullish(amountSchema),
  // true, 1 or null.
  fully_deducted: z.optional(z.unknown()),
  refunded_at: z.optional(dateSchema),
  createdAt: z.optional(dateSchema),
  created_at: z.optional(dateSchema),
})

function toRefund(data: unknown, mode: PaymentMode): ProviderRefund {
  const refund = parseResponse(refundSchema, data)
  const { transaction } = refund
  const [transactionId, reference] =
    typeof transaction === 'number'
      ? [transaction, undefined]
      : [transaction.id, transaction.reference]
  return {
    refundId: refund.id,
    transactionId,
    reference: reference ?? refund.transaction_reference ?? null,
    disputeId: toDisputeId(refund.dispute),
    mode: toMode(refund.domain, mode),
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    merchantNote: refund.merchant_note ?? null,
    deducted: refund.deducted_amount ?? (isTrue(refund.fully_deducted) ? refund.amount : null),
    refundedAt: refund.refunded_at ?? null,
    createdAt: refund.createdAt ?? refund.created_at ?? null,
  }
}

const isTrue = (value: unknown) => value === true || value === 1

const refusals: [RegExp, RefundRefusal][] = [
  [/^total refund amount|^transaction has been fully reversed/i, 'already-returned'],
  [/^insufficient balance/i, 'insufficient-balance'],
  [/^cannot refund less than/i, 'too-small'],
  [/not found/i, 'not-found'],
]

const refusalCodes = new Map<unknown, RefundRefusal>([
  ['transaction_reversed', 'already-returned'],
  ['insufficient_balance', 'insufficient-balance'],
  ['transaction_not_found', 'not-found'],
  ['not_found', 'not-found'],
])

/** Codes first; several refusals share `invalid_params` and differ in the message only. */
function toRefusal({ code, message }: { code: unknown; message: string }): RefundRefusal {
  return refusalCodes.get(code) ?? refusals.find(([text]) => text.test(message))?.[1] ?? 'other'
}

/** A number, an object, or an empty value of any type. */
function toDisputeId(dispute: unknown): number | null {
  const bare = z.safeParse(idSchema, dispute).data
  return bare || (z.safeParse(z.object({ id: idSchema }), dispute).data?.id ?? null)
}

type PaystackDisputeDeps = { call: Call; list: Call; upload: Upload; mode: PaymentMode }

function paystackDisputes({ call, list, upload, mode }: PaystackDisputeDeps): Disputes {
  const resolve = async (disputeId: number, body: Record<string, unknown>) => {
    const result = await call('PUT', `/dispute/${disputeId}/resolve`, body)
    return toDisputeResult(result, mode)
  }
  return {
    find: async (disputeId) => {
      const result = await call('GET', `/dispute/${disputeId}`)
      if (result.kind === 'ok') return toDispute(result.data, mode)
      if (result.status === 404) return undefined
      throw new PaymentsUnavailable(`GET /dispute: refused with ${result.status}`)
    },
    listSince: (from, { to, onUnreadable } = {}) => {
      const parse = (row: unknown) => toDispute(row, mode)
      const rows = rowsByPage(list, '/dispute', createdWithin(from, to))
      return parseRows(rows, { list: 'dispute', parse, onUnreadable })
    },
    uploadFile: async (disputeId, { name, bytes }) => {
      const query = new URLSearchParams({ upload_filename: name })
      const result = await call('GET', `/dispute/${disputeId}/upload_url?${query.toString()}`)
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      const { signedUrl: url, fileName } = parseResponse(uploadSchema, result.data)
      await upload({ url, bytes, type: 'application/pdf' })
      return { kind: 'uploaded', fileName }
    },
    addEvidence: async (disputeId, evidence) => {
      const result = await call('POST', `/dispute/${disputeId}/evidence`, {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
      })
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      return {
        kind: 'added',
        evidenceId: parseResponse(z.object({ id: idSchema }), result.data).id,
      }
    },
    accept: (disputeId, { message, refundAmount }) =>
      resolve(disputeId, {
        resolution: 'merchant-accepted',
        message,
        refund_amount: refundAmount,
        uploaded_filename: '',
      }),
    decline: (disputeId, { message, uploadedFilename, evidenceId }) =>
      resolve(disputeId, {
        resolution: 'declined',
        message,
        refund_amount: 0,
        uploaded_filename: uploadedFilename,
        ...(evidenceId !== undefined && { evidence: evidenceId }),
      }),
  }
}

function toDisputeResult(result: Awaited<ReturnType<Call>>, mode: PaymentMode): DisputeResult {
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
  return { kind: 'done', dispute: toDispute(result.data, mode) }
}

const uploadSchema = z.object({ signedUrl: z.string(), fileName: z.string() })

const text = z._default(z.nullable(z.string()), null)
const date = z._default(dateSchema, null)

const disputeSchema = z.object({
  id: idSchema,
  domain: z.string(),
  refund_amount: z._default(z.nullable(amountSchema), null),
  currency: text,
  status: z.string(),
  resolution: text,
  category: text,
  // An object in some responses, a number or nothing in others.
  transaction: z.optional(z.unknown()),
  transaction_reference: text,
  dueAt: date,
  resolvedAt: date,
  createdAt: date,
})

const transactionSchema = z.object({ id: idSchema, reference: text })

function toDispute(data: unknown, mode: PaymentMode): ProviderDispute {
  // Some responses wrap the dispute in a list.
  const dispute = parseResponse(disputeSchema, Array.isArray(data) ? data[0] : data)
  const transaction = z.safeParse(transactionSchema, dispute.transaction).data
  const bareId = z.safeParse(idSchema, dispute.transaction).data
  return {
    disputeId: dispute.id,
    transactionId: transaction?.id ?? bareId ?? null,
    reference: transaction?.reference ?? dispute.transaction_reference,
    mode: toMode(dispute.domain, mode),
    refundAmount: dispute.refund_amount,
    currency: dispute.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    category: dispute.category,
    dueAt: dispute.dueAt,
    resolvedAt: dispute.resolvedAt,
    createdAt: dispute.createdAt,
  }
}

type Options = {
  fetch: typeof fetch
  timeoutMs: number
  /** Origins beside the provider's storage that files may be sent to. */
  origins: readonly string[]
}
type File = { url: string; bytes: Uint8Array; type: string }

/** Where the provider stores files. */
const storageHosts = /(?:^|\.)(?:amazonaws\.com|paystack\.co|paystack\.com)$/

type Upload = (file: File) => Promise<void>

/** Sends a file to an address that the provider gave out. It takes no key. */
function paystackUpload({ fetch, timeoutMs, origins }: Options): Upload {
  return async ({ url, bytes, type }) => {
    refuseInTransaction('an upload to the payment provider')
    if (!isAllowed(url, origins))
      throw new PaymentsUnavailable('PUT upload: address of another site')
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new PaymentsUnavailable('PUT upload: no connection')
    })
    await response.body?.cancel()
    if (!response.ok) throw new PaymentsUnavailable(`PUT upload: responded with ${response.status}`)
  }
}

function isAllowed(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text)
  if (!url) return false
  return (
    origins.includes(url.origin) || (url.protocol === 'https:' && storageHosts.test(url.hostname))
  )
}
