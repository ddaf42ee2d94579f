import { createMiddleware } from 'hono/factory'

import type { Env } from '../http/context.ts'
import type { DocumentCache } from './document-cache.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whoever changes something sees it on the next page: the documents that are kept are dropped. */
export function purgeAfterChange(cache: Pick<DocumentCache, 'purge'> | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    if (!safe.has(c.req.method) && c.res.status < 400) await cache?.purge()
  })
}
