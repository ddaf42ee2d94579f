import { randomUUID } from 'node:crypto'

import { SpanStatusCode } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

import { withRequestId, type Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { traced } from '../runtime/tracing.ts'
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
      const { method } = c.req
      const route = await traced({ name: method, kind: 'request' }, async (span) => {
        await next()
        const matched = c.get('pageRoute') ?? getMatchedRoute(matchedRoutes(c))
        span.updateName(`${method} ${matched}`)
        span.setAttributes({
          'http.request.method': method,
          'http.route': matched,
          'http.response.status_code': c.res.status,
        })
        if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return matched
      })
      c.res.headers.set('x-request-id', requestId)
      const tookMs = performance.now() - startedAt
      const request = { method, route, status: c.res.status }
      log.info({ ...request, ms: Math.round(tookMs) }, 'request')
      metrics?.observeRequest({ ...request, seconds: tookMs / 1_000 })
    })
  }
}

/** Middleware is registered for all methods, routes for one. */
export function getMatchedRoute(matched: readonly { method: string; path: string }[]): string {
  return matched.find(({ method }) => method !== 'ALL')?.path ?? '/*'
}
