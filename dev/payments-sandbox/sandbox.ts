import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

import { bankApi } from './api-banks.ts'
import { disputeApi } from './api-disputes.ts'
import { integrationApi } from './api-integration.ts'
import { refundApi } from './api-refunds.ts'
import { balanceApi, settlementApi } from './api-settlements.ts'
import { subAccountApi } from './api-sub-accounts.ts'
import { transactionApi } from './api-transactions.ts'
import { checkoutPages } from './checkout.ts'
import { checkoutAssets } from './checkout-assets.ts'
import { controlApi } from './control.ts'
import { deliveryRunner, type DeliveryOptions } from './deliveries.ts'
import { raiseDispute, type Raised } from './dispute-moves.ts'
import { invalidKey, problemBody, ProviderRefusal } from './envelope.ts'
import { faultBox, type FaultsGiven } from './faults.ts'
import { securityHeaders } from './headers.ts'
import { misbehaviour } from './misbehaviour.ts'
import { operatorPages } from './operator.ts'
import { passTime } from './passing-time.ts'
import { publishedPeriods, type Periods } from './periods.ts'
import { settleAll } from './settlements.ts'

export type SandboxOptions = Pick<DeliveryOptions, 'database' | 'webhookUrl' | 'secretKey'> &
  Partial<Omit<DeliveryOptions, 'faults' | 'passTime'>> & {
    /** Origin under which browsers reach /sandbox. */
    publicUrl: string
    /** Who is paid, as the checkout page says it. */
    merchantName?: string
    /** Shorter than published, for those who look on. */
    periods?: Partial<Periods>
    /** What goes wrong from the start. For tests and demonstrations. */
    faults?: FaultsGiven
    /** Whether faults can be set and disputes raised over HTTP, with the merchant's key. */
    isControllable?: boolean
    /** Whether the pages are open on which donors' banks are played. Only where nobody else can come. */
    hasOperator?: boolean
  }

/**
 * A card payment provider in the box: its API under /sandbox/api, its checkout pages under /sandbox/checkout. It plays another company:
 * it knows nothing of ours but the address for webhooks, and we reach it over HTTP only.
 */
export function createSandbox(options: SandboxOptions) {
  const { database, secretKey, publicUrl, merchantName = 'Ajo' } = options
  if (!secretKey.startsWith('sk_test_')) throw new Error('the sandbox takes test keys only')
  const now = options.now ?? (() => new Date())
  const onError = options.onError ?? (() => {})
  const faults = faultBox(options.faults)
  const periods = { ...publishedPeriods, ...options.periods }
  const moves = { database, now, periods, faults: faults.current }
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
    passTime: () => passTime(moves),
  })
  const parts = {
    ...moves,
    publicUrl: `${publicUrl.replace(/\/$/, '')}/sandbox`,
    onQueued: deliveries.wake,
  }

  const withKey = keyCheck(secretKey)
  const app = new Hono()
    .basePath('/sandbox')
    .use(securityHeaders)
    .use('/api/*', misbehaviour(faults.current), bodyLimit({ maxSize: 64 * 1_024 }), withKey)
    .route('/api', apiOf(parts))
    .use('/checkout/*', bodyLimit({ maxSize: 4 * 1_024 }))
    .route('/checkout', checkoutPages({ ...parts, merchantName }))
    .route('/assets', checkoutAssets())
  if (options.isControllable)
    app.use('/control/*', withKey).route('/control', controlApi({ ...parts, faultBox: faults }))
  if (options.hasOperator)
    app
      .use('/operator/*', bodyLimit({ maxSize: 4 * 1_024 }))
      .route('/operator', operatorPages(parts))
  answerProblems(app, onError)

  return {
    fetch: app.fetch,
    deliveries,
    faults,
    /** Does at once what has become due. */
    passTime: () => passTime(moves),
    raiseDispute: (raised: Raised) => raiseDispute(moves, raised),
    settle: () => settleAll(database, now()),
  }
}

type ApiParts = Parameters<typeof disputeApi>[0]

/** What the merchant's servers call. */
function apiOf(parts: ApiParts) {
  return new Hono()
    .route('/transaction', transactionApi(parts))
    .route('/refund', refundApi(parts))
    .route('/dispute', disputeApi(parts))
    .route('/settlement', settlementApi(parts))
    .route('/balance', balanceApi(parts))
    .route('/integration', integrationApi(parts))
    .route('/bank', bankApi(parts))
    .route('/subaccount', subAccountApi(parts))
}

function answerProblems(app: Hono, onError: (error: unknown) => void) {
  app.onError((error, c) => {
    if (error instanceof ProviderRefusal)
      return c.json(problemBody(error), error.getResponse().status as 400)
    if (error instanceof HTTPException) return error.getResponse()
    onError(error)
    return c.json({ status: false, message: 'An error occurred' }, 500)
  })
  app.notFound((c) => c.json({ status: false, message: 'Not found' }, 404))
}

function keyCheck(secretKey: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isBearer(c.req.header('authorization'), secretKey)) throw invalidKey()
    await next()
  }
}

function isBearer(header: string | undefined, secretKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secretKey}`))
}
