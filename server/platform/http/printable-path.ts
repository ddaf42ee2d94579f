import type { MiddlewareHandler } from 'hono'

import { Refused, type Env } from './context.ts'

/**
 * Refuses addresses with malformed escapes or control characters: no stored id has one, and PostgreSQL refuses NUL in every
 * text.
 */
export function printablePathOnly(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!isPrintable(c.req.path)) throw new Refused('not-found')
    await next()
  }
}

function isPrintable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
