import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'

import { isRefusedValue, type Database, sql } from './storage/database.ts'
import { chargeRoutes, transactionRoutes } from './api/charge-routes.ts'
import { disputeRoutes } from './api/dispute-routes.ts'
import { refundRoutes } from './api/refund-routes.ts'
import { dedicatedAccountRoutes, subAccountRoutes } from './api/sub-account-routes.ts'
import { findSubAccount } from './state/sub-accounts.ts'
import { checkoutAssets } from './checkout/pages.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { injectFaults } from './faults/fault-injection.ts'
import { openFaults, type FaultSettings } from './faults/faults.ts'
import {
  invalidKey,
  invalidParams,
  problemBody,
  ProviderRefusal,
  succeed,
  missing,
  refusal,
  resolveQuotaExceeded,
  listMeta,
  parseDateRange,
  parsePage,
  readBody,
  toText,
} from './http/envelope.ts'
import {
  raiseDispute,
  reopenDispute,
  type DisputeClaim,
  advanceDisputes,
} from './lifecycle/dispute-lifecycle.ts'
import { correctFee, completePayment, payTransfer } from './lifecycle/charge.ts'
import { receiveTransfer, type SentTransfer } from './lifecycle/receive-transfer.ts'
import {
  publishedPeriods,
  type Periods,
  type LifecycleDeps,
  type RouteDeps,
} from './lifecycle/periods.ts'
import {
  settleAll,
  startSettlements,
  advanceSettlements,
  listSettlements,
  type Settlement,
} from './lifecycle/settlements.ts'
import {
  getHoldings,
  getBalance,
  listBalanceChanges,
  toBalanceChangeResponse,
} from './state/balance.ts'
import { deliveryRunner, type DeliveryOptions } from './webhooks/deliveries.ts'
import { saveUpload } from './state/uploads.ts'
import { findDueTransfers, lockByReference, listTransactions } from './state/transactions.ts'
import { collectDebits } from './lifecycle/debit-lifecycle.ts'
import { advanceRefunds } from './lifecycle/refund-lifecycle.ts'
import { loadTransactionResponses } from './state/transaction-response.ts'
import { accountHolder, banks, findBank, testBank } from './state/banks.ts'
import {
  saveCustomer,
  toCustomerResponse,
  insertSplit,
  toSplitResponse,
} from './state/customers.ts'
import type { Behaviour } from './faults/behaviour.ts'

export type SandboxOptions = Pick<DeliveryOptions, 'database' | 'webhookUrl' | 'secretKey'> &
  Partial<Omit<DeliveryOptions, 'faults' | 'processDue'>> & {
    /** Origin under which browsers reach /sandbox. */
    publicUrl: string
    /** Payee that the checkout page shows. */
    merchantName?: string
    /** Look-ups of account holders at real banks. Three a day by default, as test keys have. */
    resolvesPerDay?: number
    /** Overrides of the published periods. */
    periods?: Partial<Periods>
    /** Faults that are active from the start. */
    faults?: FaultSettings
    /** True for requests that may open the sandbox console, which has no login. */
    opensConsole?: (request: Request, env: unknown) => boolean
  }

/**
 * A fake of Paystack: API under /sandbox/api, checkout pages under /sandbox/checkout. It shares no code or tables with Ajo's ledger,
 * knows only the webhook URL, and Ajo reaches it over HTTP.
 */
export function createSandbox(options: SandboxOptions) {
  const { database, secretKey, publicUrl, merchantName = 'Ajo' } = options
  if (!secretKey.startsWith('sk_test_')) throw new Error('the sandbox accepts test keys only')
  const now = options.now ?? (() => new Date())
  const onError = options.onError ?? (() => {})
  const faults = openFaults(options.faults)
  const periods = { ...publishedPeriods, ...options.periods }
  const lifecycle = { database, now, periods, faults: faults.current }
  const deliveries = deliveryRunner({
    schedule: 'test',
    compression: 1,
    timeoutMs: 30_000,
    pollMs: 1_000,
    deliver: fetch,
    ...options,
    now,
    onError,
    faults: faults.current,
    processDue: () => processDue(lifecycle),
  })
  const deps = {
    ...lifecycle,
    resolvesPerDay: options.resolvesPerDay ?? 3,
    publicUrl: `${publicUrl.replace(/\/$/, '')}/sandbox`,
    onQueued: deliveries.wake,
  }

  const app = new Hono()
    .basePath('/sandbox')
    .use(securityHeaders)
    .use(plainAddressesOnly)
    .use('/api/*', injectFaults(faults.current), bodyLimit({ maxSize: 64 * 1_024 }))
    .use('/api/*', requireKey(secretKey))
    .route('/api', apiRoutes(deps))
    .use('/checkout/*', bodyLimit({ maxSize: 4 * 1_024 }))
    .route('/checkout', checkoutRoutes({ ...deps, merchantName }))
    .route('/assets', checkoutAssets())
    .use('/uploads/*', bodyLimit({ maxSize: 10 * 1_024 * 1_024 }))
    .route('/uploads', uploadRoutes(deps))
  const { opensConsole = () => false } = options
  app
    .use('/console/*', (c, next) => (opensConsole(c.req.raw, c.env) ? next() : notFound(c)))
    .use('/console/*', bodyLimit({ maxSize: 4 * 1_024 }))
    .route('/console', consoleRoutes(deps))
  handleErrors(app, onError)

  return {
    fetch: app.fetch,
    deliveries,
    faults,
    /** Runs everything that is due by the sandbox's clock. */
    processDue: () => processDue(lifecycle),
    raiseDispute: (claim: DisputeClaim) => raiseDispute(lifecycle, claim),
    reopenDispute: (id: number, amount: number) => reopenDispute(lifecycle, id, amount),
    /** Settles all unsettled payments, or those of some accounts. Null is the main account. */
    settle: (accounts?: readonly (string | null)[]) => settleAll(lifecycle, accounts),
    /** A bank transfer to a dedicated account. */
    transfer: (sent: SentTransfer) => receiveTransfer(lifecycle, sent),
    /** Changes the fee of a payment after it was reported. */
    correctFee: (reference: string, fee: number) => correctFee(lifecycle, reference, fee),
    getHoldings: () => getHoldings(database),
  }
}

function apiRoutes(deps: RouteDeps & BankRouteDeps) {
  return new Hono()
    .route('/transaction', transactionRoutes(deps))
    .route('/charge', chargeRoutes(deps))
    .route('/refund', refundRoutes(deps))
    .route('/dispute', disputeRoutes(deps))
    .route('/settlement', settlementRoutes(deps))
    .route('/balance', balanceRoutes(deps))
    .route('/bank', bankRoutes(deps))
    .route('/subaccount', subAccountRoutes(deps))
    .route('/customer', customerRoutes(deps))
    .route('/split', splitRoutes(deps))
    .route('/dedicated_account', dedicatedAccountRoutes(deps))
}

function handleErrors(app: Hono, onError: (error: unknown) => void) {
  app.onError((error, c) => {
    if (error instanceof ProviderRefusal)
      return c.json(problemBody(error), error.getResponse().status as 400)
    if (error instanceof HTTPException) return error.getResponse()
    if (isRefusedValue(error)) return c.json(problemBody(invalidParams('Invalid value')), 400)
    onError(error)
    return c.json({ status: false, message: 'An error occurred' }, 500)
  })
  app.notFound(notFound)
}

async function notFound(c: Context) {
  return c.json({ status: false, message: 'Not found' }, 404)
}

function requireKey(secretKey: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isBearer(c.req.header('authorization'), secretKey)) throw invalidKey()
    await next()
  }
}

function isBearer(header: string | undefined, secretKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secretKey}`))
}

/** As they are, or as percent escapes. */
const controlCharacters = /\p{Cc}|%(?:[01][\da-f]|7f)/iu

/** Refuses addresses and queries with control characters, which name nothing that is stored. */
const plainAddressesOnly: MiddlewareHandler = async (c, next) => {
  if (controlCharacters.test(c.req.url)) return c.notFound()
  return next()
}

/** Takes files of disputes at the addresses that the API has given out, which need no key. */
function uploadRoutes({ database, now }: LifecycleDeps) {
  return new Hono().put('/:fileName', async (c) => {
    const content = Buffer.from(await c.req.arrayBuffer())
    const fileName = c.req.param('fileName')
    const isSaved = await saveUpload(database, { fileName, content, now: now() })
    return isSaved ? c.body(null, 200) : c.text('AccessDenied', 403)
  })
}

function balanceRoutes({ database }: LifecycleDeps) {
  return new Hono()
    .get('/', async (c) => {
      const data = [{ currency: 'NGN', balance: await getBalance(database) }]
      return succeed(c, 'Balances retrieved', { data })
    })
    .get('/ledger', async (c) => {
      const page = parsePage(c)
      const { rows, total } = await listBalanceChanges(database, parseDateRange(c), page)
      const data = rows.map(toBalanceChangeResponse)
      return succeed(c, 'Balance ledger retrieved', { data, meta: listMeta(page, rows, total) })
    })
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Checkout pages need one stylesheet, one icon and forms to the same origin. Everything else is forbidden. */
const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('content-security-policy', policy)
  c.header('x-content-type-options', 'nosniff')
  c.header('x-frame-options', 'DENY')
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('permissions-policy', permissions)
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}

/**
 * Completes transfers and advances refunds, disputes and settlements that are due by the given clock. Returns how many transfers, refunds
 * and disputes were due.
 */
async function processDue(deps: LifecycleDeps): Promise<number> {
  const transfers = await completeTransfers(deps)
  await collectDebits(deps)
  const moved = (await advanceRefunds(deps)) + (await advanceDisputes(deps))
  await advanceSettlements(deps)
  await startSettlements(deps)
  return transfers + moved
}

async function completeTransfers(deps: LifecycleDeps): Promise<number> {
  const { database, now } = deps
  const transfers = await findDueTransfers(database, now())
  for (const { reference } of transfers)
    await database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      if (!transaction?.settles_at || transaction.settles_at > now()) return
      await completePayment(queries, payTransfer(transaction, now()), deps)
    })
  return transfers.length
}

function settlementRoutes(deps: LifecycleDeps) {
  const { database, faults } = deps
  return new Hono()
    .get('/', async (c) => {
      const page = parsePage(c)
      const { behaviour } = faults()
      const asked = behaviour.isSettlementFilterIgnored ? undefined : c.req.query('subaccount')
      const party = asked ?? (behaviour.isSettlementListOfMain ? 'none' : null)
      const filters = { party, status: c.req.query('status') ?? null, ...parseDateRange(c) }
      const { rows, total } = await listSettlements(database, filters, page)
      const data = rows.map((row) => toSettlementResponse(row, behaviour))
      return succeed(c, 'Settlements retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id/transactions', async (c) => {
      const page = parsePage(c)
      const id = Number(c.req.param('id'))
      const settlementId = Number.isSafeInteger(id) ? id : 0
      const filters = { ...parseDateRange(c), settlementId }
      const { rows, total } = await listTransactions(database, filters, page)
      const data = await loadTransactionResponses(database, rows, deps)
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
}

type BankRouteDeps = LifecycleDeps & {
  /** Test keys have three a day for real banks, live keys no limit that is published. */
  resolvesPerDay: number
}

function bankRoutes({ database, now, resolvesPerDay }: BankRouteDeps) {
  return new Hono()
    .get('/', (c) => succeed(c, 'Banks retrieved', { data: banks }))
    .get('/resolve', async (c) => {
      const number = c.req.query('account_number')
      const code = c.req.query('bank_code')
      if (!number) throw missing('account_number is required')
      if (!code) throw missing('bank_code is required')
      if (number.length < 6)
        throw invalidParams('Account number must be at least 6 digits in length')
      if (code !== testBank.code) await countResolve(database, { now: now(), max: resolvesPerDay })
      const name = accountHolder(code, number)
      if (name === undefined) throw accountNotFound()
      const data = { account_number: number, account_name: name, bank_id: findBank(code)?.id }
      return succeed(c, 'Account number resolved', { data })
    })
}

async function countResolve(database: Database, { now, max }: { now: Date; max: number }) {
  const day = now.toISOString().slice(0, 10)
  const count = await database.row(
    z.object({ resolves: z.number() }),
    sql`insert into sandbox.resolve_day (day, resolves) values (${day}, 1)
        on conflict (day) do update set resolves = sandbox.resolve_day.resolves + 1 returning resolves`,
  )
  if ((count?.resolves ?? 0) > max) throw resolveQuotaExceeded()
}

const accountNotFound = () =>
  refusal('Could not resolve account name. Check parameters or try again.', 'invalid_bank_code', {
    status: 422,
  })

function customerRoutes({ database, now }: LifecycleDeps) {
  return new Hono().post('/', async (c) => {
    const body = await readBody(c)
    const email = toText(body.email)
    if (email === null) throw missing('Email Address is required')
    if (!/^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/.test(email))
      throw invalidParams('"email" must be a valid email')
    const fields = {
      email,
      first_name: toText(body.first_name),
      last_name: toText(body.last_name),
      phone: toText(body.phone),
    }
    const data = toCustomerResponse(await saveCustomer(database, fields, now()))
    return succeed(c, 'Customer created', { data })
  })
}

/** Splits with one sub-account that bears the fee. The provider offers more kinds, which Ajo does not use. */
function splitRoutes({ database, now }: LifecycleDeps) {
  return new Hono().post('/', async (c) => {
    const body = await readBody(c)
    const name = toText(body.name)
    if (name === null) throw missing('Name is required')
    const { code, share } = parsePart(body)
    const account = code === null ? undefined : await findSubAccount(database, code)
    if (!account) throw invalidParams('Invalid subaccount in split')
    const fields = { name, sub_account_code: account.code, share }
    const split = await insertSplit(database, fields, now())
    return succeed(c, 'Split created', { data: toSplitResponse(split, account) })
  })
}

function parsePart(body: Record<string, unknown>) {
  const [first] = Array.isArray(body.subaccounts) ? body.subaccounts : []
  const part: Record<string, unknown> =
    typeof first === 'object' && first !== null ? { ...first } : {}
  const code = toText(part.subaccount)
  const share = Number(part.share)
  const isOffered = body.type === 'percentage' && body.bearer_type === 'subaccount'
  if (!isOffered || body.currency !== 'NGN' || body.bearer_subaccount !== code)
    throw invalidParams('Only percentage splits borne by their sub-account are offered')
  if (!Number.isInteger(share) || share < 1 || share > 100)
    throw invalidParams('Invalid subaccount in split')
  return { code, share }
}

function toSettlementResponse(
  settlement: Settlement,
  { deductionsShape }: Pick<Behaviour, 'deductionsShape'>,
) {
  return {
    id: settlement.id,
    domain: 'test',
    status: settlement.status,
    currency: 'NGN',
    integration: 1,
    total_amount: settlement.total_amount,
    effective_amount: settlement.effective_amount,
    total_fees: settlement.total_fees,
    total_processed: settlement.total_amount + settlement.total_fees,
    deductions: toDeductions(settlement.deductions, deductionsShape),
    settlement_date: settlement.settlement_date.toISOString(),
    settled_by: null,
    createdAt: settlement.created_at.toISOString(),
    updatedAt: settlement.updated_at.toISOString(),
  }
}

/** Real deductions were never seen, so their shape is unknown. */
function toDeductions(amount: number, shape: Behaviour['deductionsShape']): unknown {
  if (amount === 0 || shape === 'null') return null
  const deduction = { amount, reason: 'refund' }
  return { number: amount, text: String(amount), object: deduction, list: [deduction] }[shape]
}
