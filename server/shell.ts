import { Hono, type Context, type MiddlewareHandler } from 'hono'

import { brand } from '#shared/brand.ts'

import type { Config } from './platform/config/config.ts'
import {
  DatabaseUnavailable,
  StatementStopped,
  isCampaignDeleted,
  isRefusedValue,
} from './platform/database/database-unavailable.ts'
import { healthRoutes } from './platform/health/health-routes.ts'
import { bodyLimits } from './platform/http/request-body.ts'
import { clientAddressReader, getPeerAddress } from './platform/http/client-address.ts'
import { toProblem, Refused, type Env } from './platform/http/context.ts'
import {
  developmentRequests,
  expectedAccountOnly,
  ownHostOnly,
  ownOriginOnly,
  printablePathOnly,
} from './platform/http/request-checks.ts'
import { getLanguage, translateProblem } from './platform/http/language.ts'
import { logRequests } from './platform/http/gate.ts'
import { securityHeaders } from './platform/http/response-headers.ts'
import type { RecordRead } from './platform/http/staff-read.ts'
import { ImageStorageUnavailable } from './platform/images/image-storage.ts'
import { visitor, type Actor } from './platform/policy/actor.ts'
import { ContentUnavailable } from './providers/content/content.ts'
import { IdentityMisconfigured, IdentityUnavailable } from './providers/identity/identity.ts'
import type { Log } from './platform/runtime/log.ts'
import type { Metrics } from './platform/runtime/metrics.ts'
import { texts } from './text/texts.ts'
import { withHolder } from './platform/database/database.ts'
import { getPoolName, withPool } from './platform/database/pools.ts'
import { createKeyedLimit } from './platform/runtime/keyed-limit.ts'
import { ProgramEnded } from './platform/runtime/child-program.ts'

/** Answers while the services open: alive, not ready, and 503 for everything else. */
export function createStartingApp(config: Config, log: Log) {
  const app = createShell({ config, log, getActor: async () => visitor })
  app.route('/', healthRoutes({ config, readiness: { missing: async () => ['starting'] } }))
  app.notFound((c) => sendProblem(c, new Refused('busy', { retryAfterSeconds: 1 })))
  return app
}

type ShellDeps = {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven' | 'isLoopback' | 'trustedProxies'>
  log: Log
  /** Sample people need no two-step verification in a development request. */
  getActor: (request: Request, isDevelopmentRequest?: boolean) => Promise<Actor>
  developmentKey?: string | undefined
  /** Undefined while the services open: no account has a role then. */
  accessLog?: { record: RecordRead }
  metrics?: Metrics
}

/**
 * The middleware in front of every route: request id and log, security headers, host, origin, body size, actor. All
 * errors become responses here.
 */
export function createShell(deps: ShellDeps) {
  const { config, log, accessLog, metrics } = deps
  const app = new Hono<Env>()
  app.use(logRequests(log, metrics))
  app.use(securityHeaders(config))
  app.use(ownHostOnly(config))
  app.use(ownOriginOnly(config))
  app.use(printablePathOnly())
  app.use(bodyLimits())
  app.use(choosePool())
  app.use(identifyActor(deps))
  app.use((c, next) => {
    if (accessLog) c.set('recordRead', (read) => accessLog.record(read))
    return next()
  })
  app.use(limitParallelRequests())
  app.use(expectedAccountOnly())

  app.notFound((c) => sendProblem(c, new Refused('not-found')))
  app.onError((error, c) => {
    const refused = toRefusal(error, log)
    const isPage = refused.code === 'wrong-host' && c.req.header('accept')?.includes('text/html')
    return isPage ? sendWrongHost(c, config.publicUrl) : sendProblem(c, refused)
  })
  return app
}

/** Failures of other services, with the error code for people and the name for the log. */
const outages = [
  { failure: IdentityUnavailable, code: 'identity-unavailable', service: 'identity provider' },
  { failure: ContentUnavailable, code: 'content-unavailable', service: 'content store' },
  { failure: ImageStorageUnavailable, code: 'busy', service: 'image storage' },
  { failure: ProgramEnded, code: 'busy', service: 'program for pictures' },
] as const

const faultCodes = {
  'sign-in-off': 'identity-off',
  'key-refused': 'identity-settings',
  'project-suspended': 'identity-suspended',
  'clock-wrong': 'identity-clock',
  'quota-exhausted': 'identity-quota',
} as const

function toRefusal(error: unknown, log: Log): Refused {
  if (error instanceof Refused) return error
  if (error instanceof IdentityMisconfigured) {
    log.error({ err: error }, 'identity provider refuses our project')
    return new Refused(faultCodes[error.fault])
  }
  const outage = outages.find(({ failure }) => error instanceof failure)
  if (outage) {
    log.warn({ err: error }, `${outage.service} unavailable`)
    return new Refused(outage.code)
  }
  if (error instanceof DatabaseUnavailable) {
    log.error({ err: error }, 'database unavailable')
    return new Refused('busy', { retryAfterSeconds: 5 })
  }
  if (error instanceof StatementStopped) {
    log.warn({ err: error }, 'a statement was stopped')
    return new Refused('busy', { retryAfterSeconds: 10 })
  }
  if (isCampaignDeleted(error)) return new Refused('not-found')
  if (isRefusedValue(error)) {
    log.warn({ err: error }, 'the database refused a value of the request')
    return new Refused('invalid-input')
  }
  log.error({ err: error }, 'request failed')
  return new Refused('internal')
}

function sendProblem(c: Context<Env>, refused: Refused) {
  const { retryAfterSeconds } = refused.details
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(
    translateProblem(getLanguage(c), toProblem(refused, c.var.requestId)),
    refused.status,
  )
}

/** For a person who typed another name of this server, such as one with www. */
function sendWrongHost(c: Context<Env>, publicUrl: string) {
  const language = getLanguage(c)
  const sentence = texts[language].serverErrors['wrong-host']
  c.header('cache-control', 'no-store')
  return c.html(
    `<!doctype html><html lang="${language}"><title>${brand}</title><p>${sentence} <a href="${publicUrl}/">${publicUrl}</a></p></html>`,
    421,
  )
}

function identifyActor({ config, getActor, developmentKey }: ShellDeps): MiddlewareHandler<Env> {
  const getClientAddress = clientAddressReader(config.trustedProxies)
  const isDevelopmentRequest = developmentRequests(developmentKey)
  return async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for')
    c.set('clientAddress', getClientAddress(getPeerAddress(c.env), forwardedFor))
    c.set('isDevelopmentRequest', isDevelopmentRequest(c.req.raw, c.env))
    c.set('actor', await getActor(c.req.raw, c.var.isDevelopmentRequest))
    await next()
  }
}

/** Webhooks, and donations started by a script or a form. */
const moneyPath = /^\/webhooks\/|\/donations$|\/donate$/

/** Requests that move money have database connections of their own, so that readers cannot take them all. */
function choosePool(): MiddlewareHandler<Env> {
  return (c, next) => {
    const movesMoney = c.req.method === 'POST' && moneyPath.test(c.req.path)
    // A page calls the API while it is rendered for everybody.
    if (getPoolName() === 'standby') return next()
    return withPool(movesMoney ? 'money' : 'people', next)
  }
}

const parallelPerAccount = 4
const maxWaitingPerAccount = 100
const longestWaitMs = 2_000

/**
 * Runs a few API requests of one account at a time. The others wait, and get 503 after two seconds. Pages call the API, so they are
 * not counted themselves.
 */
function limitParallelRequests(): MiddlewareHandler<Env> {
  const limit = createKeyedLimit({
    parallel: parallelPerAccount,
    maxWaiting: maxWaitingPerAccount,
    timeoutMs: longestWaitMs,
    refusal: () => new Refused('busy', { retryAfterSeconds: 1 }),
  })
  return (c, next) => {
    const { actor } = c.var
    if (actor.kind !== 'user') return next()
    return withHolder(actor.uid, () =>
      c.req.path.startsWith('/api/') ? limit(actor.uid, next) : next(),
    )
  }
}
