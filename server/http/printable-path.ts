import type { MiddlewareHandler } from 'hono'

import { Refused, type Env } from './context.ts'

/** As they are, or as percent escapes of UTF-8. */
const controlCharacters = /\p{Cc}|%(?:[01][\da-f]|7f|c2%[89][\da-f])/iu

/** Refuses addresses with control characters: no stored id has one, and PostgreSQL refuses NUL in every text. */
export function printablePathOnly(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (controlCharacters.test(c.req.path)) throw new Refused('not-found')
    await next()
  }
}
