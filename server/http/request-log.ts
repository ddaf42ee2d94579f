import { randomUUID } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import { withRequestId, type Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Env } from './context.ts'

/**
 * Logs each request with the pattern of its route, such as '/donations/:accessCode'. Paths are never logged, because many
 * contain a token or an access code.
 */
export function logRequests(
  log: Log,
  metrics?: Pick<Metrics, 'observeRequest'>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    c.set('requestId', requestId)
    await withRequestId(requestId, async () => {
      await next()
      c.res.headers.set('x-request-id', requestId)
      const route = c.get('pageRoute') ?? getMatchedRoute(matchedRoutes(c))
      const tookMs = performance.now() - startedAt
      const request = { method: c.req.method, route, status: c.res.status }
      log.info({ ...request, ms: Math.round(tookMs) }, 'request')
      metrics?.observeRequest({ ...request, seconds: tookMs / 1_000 })
    })
  }
}

/** Middleware is registered for all methods, routes for one. */
export function getMatchedRoute(matched: readonly { method: string; path: string }[]): string {
  return matched.find(({ method }) => method !== 'ALL')?.path ?? '/*'
}
