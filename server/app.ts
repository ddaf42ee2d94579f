import { randomUUID } from 'node:crypto'

import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context, type MiddlewareHandler } from 'hono'

import { bodyLimits } from './body-limits.ts'
import { clientAddressBehind } from './client-address.ts'
import type { Config } from './config.ts'
import { healthRoutes } from './health/health-routes.ts'
import { problem, Refused, type Env } from './http.ts'
import { withRequestId, type Log } from './log.ts'
import { visitor, type Actor } from './policy/actor.ts'
import { ownHostOnly, ownOriginOnly } from './request-origin.ts'
import { securityHeaders } from './security-headers.ts'
import type { Services } from './services.ts'

/** The whole server as one handler: the shell, then the routes, then the pages for what is left. */
export function createApp(services: Services) {
  return createShell(services).route('/', healthRoutes(services))
}

/** Stands at the door until the services are open. */
export function createStartingApp(config: Config, log: Log) {
  const app = createShell({ config, log, actorOf: async () => visitor })
  app.route('/', healthRoutes({ readiness: { missing: async () => ['starting'] } }))
  app.notFound((c) => answerProblem(c, new Refused('busy', { retryAfterSeconds: 1 })))
  return app
}

type ShellParts = {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven' | 'isLoopback' | 'trustedProxies'>
  log: Log
  actorOf: (request: Request) => Promise<Actor>
}

/**
 * What every request goes through before a route sees it. Order: request id and log, headers, host, origin, size of the
 * body, actor. This is the only place that answers errors.
 */
export function createShell({ config, log, actorOf }: ShellParts) {
  const app = new Hono<Env>()
  app.use(identified(log))
  app.use(securityHeaders(config))
  app.use(ownHostOnly(config))
  app.use(ownOriginOnly(config))
  app.use(bodyLimits())
  app.use(introduced(config.trustedProxies, actorOf))

  app.notFound((c) => answerProblem(c, new Refused('not-found')))
  app.onError((error, c) => {
    if (error instanceof Refused) return answerProblem(c, error)
    log.error({ err: error }, 'a request failed')
    return answerProblem(c, new Refused('internal'))
  })
  return app
}

function answerProblem(c: Context<Env>, refused: Refused) {
  const { retryAfterSeconds } = refused.details
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(problem(refused, c.var.requestId), refused.status)
}

function identified(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestId = randomUUID()
    const begun = performance.now()
    c.set('requestId', requestId)
    await withRequestId(requestId, async () => {
      await next()
      c.res.headers.set('x-request-id', requestId)
      const ms = Math.round(performance.now() - begun)
      const { method, path } = c.req
      log.info({ method, path, status: c.res.status, ms }, 'request')
    })
  }
}

function introduced(
  trustedProxies: readonly string[],
  actorOf: (request: Request) => Promise<Actor>,
): MiddlewareHandler<Env> {
  const addressOf = clientAddressBehind(trustedProxies)
  return async (c, next) => {
    c.set('clientAddress', addressOf(peerOf(c), c.req.header('x-forwarded-for')))
    c.set('actor', await actorOf(c.req.raw))
    await next()
  }
}

/** Undefined in tests, where no connection stands behind a request. */
function peerOf(c: Context): string | undefined {
  return c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined
}
