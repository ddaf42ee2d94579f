import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

import { isRefusedValue } from './storage/database.ts'

import { balanceRoutes } from './api/balance-routes.ts'
import { bankRoutes } from './api/bank-routes.ts'
import { chargeRoutes } from './api/charge-routes.ts'
import { customerRoutes, splitRoutes } from './api/customer-routes.ts'
import { dedicatedAccountRoutes } from './api/dedicated-account-routes.ts'
import { disputeRoutes } from './api/dispute-routes.ts'
import { refundRoutes } from './api/refund-routes.ts'
import { settlementRoutes } from './api/settlement-routes.ts'
import { subAccountRoutes } from './api/sub-account-routes.ts'
import { uploadRoutes } from './api/upload-routes.ts'
import { transactionRoutes } from './api/transaction-routes.ts'
import { checkoutAssets } from './checkout/assets.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { injectFaults } from './faults/fault-injection.ts'
import { openFaults, type FaultSettings } from './faults/faults.ts'
import { invalidKey, invalidParams, problemBody, ProviderRefusal } from './http/envelope.ts'
import { plainAddressesOnly } from './http/plain-addresses.ts'
import { securityHeaders } from './http/security-headers.ts'
import { raiseDispute, reopenDispute, type DisputeClaim } from './lifecycle/dispute-lifecycle.ts'
import { correctFee } from './lifecycle/payment.ts'
import { receiveTransfer, type SentTransfer } from './lifecycle/receive-transfer.ts'
import { publishedPeriods, type Periods } from './lifecycle/periods.ts'
import { settleAll } from './lifecycle/settlement-run.ts'
import { processDue } from './lifecycle/simulated-clock.ts'
import { getHoldings } from './state/balance.ts'
import { deliveryRunner, type DeliveryOptions } from './webhooks/deliveries.ts'

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

type ApiDeps = Parameters<typeof disputeRoutes>[0] &
  Parameters<typeof bankRoutes>[0] &
  Parameters<typeof chargeRoutes>[0]

function apiRoutes(deps: ApiDeps) {
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
