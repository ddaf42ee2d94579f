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
import { paystackDisputes, paystackUpload } from './paystack-disputes.ts'
import {
  paystackHttp,
  paystackUrl,
  type Call,
  createdWithin,
  parseRows,
  rowsByCursor,
  rowsByPage,
} from './paystack-lists.ts'
import { paystackRefunds } from './paystack-refunds.ts'

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
        throw new PaymentsUnavailable(
          'POST /transaction/initialize: checkout page on another origin',
        )
      if (started.reference !== payment.reference)
        throw new PaymentsUnavailable('POST /transaction/initialize: another reference')
      return { kind: 'started', url: started.authorization_url, accessCode: started.access_code }
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
