import { createMiddleware } from 'hono/factory'

import type { Env } from '../http/context.ts'
import type { ResponseCache } from './response-cache.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Purges the cache after each write, so that the next page shows the change. One that failed in our hands may have changed something. */
export function purgeAfterChange(cache: Pick<ResponseCache, 'purge'> | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { status } = c.res
    if (!safeMethods.has(c.req.method) && (status < 400 || status >= 500)) await cache?.purge()
  })
}
