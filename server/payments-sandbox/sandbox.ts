import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

import { bankApi } from './api-banks.ts'
import { subAccountApi } from './api-sub-accounts.ts'
import { transactionApi } from './api-transactions.ts'
import { checkoutPages } from './checkout.ts'
import { checkoutAssets } from './checkout-assets.ts'
import { deliveryRunner, type DeliveryOptions } from './deliveries.ts'
import { invalidKey, problemBody, ProviderRefusal } from './envelope.ts'
import { securityHeaders } from './headers.ts'

export type SandboxOptions = Pick<DeliveryOptions, 'database' | 'webhookUrl' | 'secretKey'> &
  Partial<DeliveryOptions> & {
    /** Origin under which browsers reach /sandbox. */
    publicUrl: string
    /** Who is paid, as the checkout page says it. */
    merchantName?: string
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
  const deliveries = deliveryRunner({
    schedule: 'test',
    compression: 1,
    timeoutMs: 30_000,
    pollMs: 1_000,
    deliver: fetch,
    ...options,
    now,
    onError,
  })
  const parts = { database, now, publicUrl: `${publicUrl.replace(/\/$/, '')}/sandbox` }

  const api = new Hono()
    .use(bodyLimit({ maxSize: 64 * 1_024 }))
    .use(async (c, next) => {
      if (!isBearer(c.req.header('authorization'), secretKey)) throw invalidKey()
      await next()
    })
    .route('/transaction', transactionApi(parts))
    .route('/bank', bankApi(parts))
    .route('/subaccount', subAccountApi(parts))

  const pages = checkoutPages({ ...parts, merchantName, onQueued: deliveries.wake })
  const app = new Hono()
    .basePath('/sandbox')
    .use(securityHeaders)
    .route('/api', api)
    .use('/checkout/*', bodyLimit({ maxSize: 4 * 1_024 }))
    .route('/checkout', pages)
    .route('/assets', checkoutAssets())
  app.onError((error, c) => {
    if (error instanceof ProviderRefusal)
      return c.json(problemBody(error), error.getResponse().status as 400)
    if (error instanceof HTTPException) return error.getResponse()
    onError(error)
    return c.json({ status: false, message: 'An error occurred' }, 500)
  })
  app.notFound((c) => c.json({ status: false, message: 'Not found' }, 404))

  return { fetch: app.fetch, deliveries }
}

function isBearer(header: string | undefined, secretKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${secretKey}`))
}
