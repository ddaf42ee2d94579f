import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'

import { getLocalUrl, type Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { Refused, type Env } from './platform/http/context.ts'
import { gate, noSubject } from './platform/http/gate.ts'
import {
  developmentCookie,
  developmentOnly,
  developmentRequests,
  isSameKey,
} from './platform/http/request-checks.ts'
import * as may from './platform/policy/rules.ts'
import type { Log } from './platform/runtime/log.ts'

import type { OpenSampleServices } from '#dev/sample-data/sample-services.ts'

// The only file of the server that imports dev/. Each part is loaded only where the settings ask for it.

export type DevelopmentDeps = {
  database: Database
  log: Log
  opened: AsyncDisposableStack
  developmentKey: string | undefined
}

/** How many times faster than in production the sandbox moves refunds, disputes and settlements. */
const compression = 60

export type PaymentSandbox = Awaited<ReturnType<typeof openPaymentSandbox>>

/** Opens the payment sandbox. `endpoint` is what the Paystack adapter needs to reach it over HTTP. */
export async function openPaymentSandbox(config: Config, deps: DevelopmentDeps) {
  const { createSandbox } = await import('#packages/paystack-sandbox/src/index.ts')
  const { sandboxSecretKey } = await import('#packages/paystack-sandbox/src/index.ts')
  const { demonstrationPeriods } = await import('#packages/paystack-sandbox/src/index.ts')
  const { database, log, opened, developmentKey } = deps
  const secretKey = await sandboxSecretKey(database)
  const localUrl = getLocalUrl(config)
  const sandbox = createSandbox({
    database,
    secretKey,
    publicUrl: config.publicUrl,
    webhookUrl: `${localUrl}/webhooks/paystack`,
    schedule: 'live',
    compression,
    periods: demonstrationPeriods,
    resolvesPerDay: 1_000,
    opensConsole: developmentRequests(developmentKey),
    onError: (error) => log.error({ err: error }, 'payment sandbox failed'),
  })
  opened.defer(() => sandbox.deliveries.stop())
  return {
    fetch: sandbox.fetch,
    /** Sends webhooks, and moves settlements, refunds and disputes. */
    start: sandbox.deliveries.start,
    endpoint: { baseUrl: `${localUrl}/sandbox/api`, secretKey, checkoutOrigin: config.publicUrl },
  }
}

/** The link that the start prints: exchanges the key for a cookie and shows the mailbox, or without one the sandbox console. */
export function developmentDoor({
  developmentKey,
  mailbox,
}: {
  developmentKey: string | undefined
  mailbox: object | undefined
}) {
  return new Hono<Env>().get('/development/enter', gate(may.enterDevelopment, noSubject), (c) => {
    if (developmentKey === undefined || !isSameKey(c.req.query('key') ?? '', developmentKey))
      throw new Refused('not-found')
    setCookie(c, developmentCookie.name, developmentKey, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: developmentCookie.maxAge,
    })
    c.header('cache-control', 'no-store')
    return c.redirect(mailbox ? '/development/mailbox' : '/sandbox/console', 303)
  })
}

/** Starts a mail server that keeps every mail, and the pages that show them. */
export async function openDevelopmentMailbox(config: Config, deps: DevelopmentDeps) {
  const { openMailbox } = await import('#dev/mailbox/mailbox.ts')
  const { mailboxRoutes } = await import('#dev/mailbox/mailbox-routes.ts')
  const mailbox = deps.opened.use(await openMailbox(deps))
  const routes = new Hono<Env>()
    .use('/development/*', developmentOnly(developmentRequests(deps.developmentKey)))
    .route('/', mailboxRoutes({ mailbox, config, hasSandbox: config.payments.kind === 'sandbox' }))
  return { smtpUrl: mailbox.smtpUrl, routes }
}

/** Fills an empty database once, where SEED is on. Returns the sample logins, at this and every later start. */
export async function fillSampleData(
  services: { config: Config; database: Database; log: Log },
  openServices: OpenSampleServices,
) {
  const { config } = services
  if (!config.seed || config.payments.kind !== 'sandbox') return []
  const sampleData = await import('#dev/sample-data/sample-data.ts')
  return sampleData.fillSampleData(services, openServices)
}
