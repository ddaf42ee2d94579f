import { createMiddleware } from 'hono/factory'

import type { Env } from '../http/context.ts'
import type { ResponseCache } from './response-cache.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Purges the cache after each successful write, so that the next page shows the change. */
export function purgeAfterChange(cache: Pick<ResponseCache, 'purge'> | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    if (!safeMethods.has(c.req.method) && c.res.status < 400) await cache?.purge()
  })
}
