import type { MiddlewareHandler } from 'hono'

import { shownAccountHeader } from '#shared/account-header.ts'

import { Refused, type Env } from './context.ts'

/** Refuses a request from a page that shows another account than the session's: the session may have ended or changed since the page was loaded. */
export function expectedAccountOnly(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const shown = c.req.header(shownAccountHeader)
    const { actor } = c.var
    if (shown !== undefined && !(actor.kind === 'user' && actor.uid === shown))
      throw new Refused('user-token-expired')
    await next()
  }
}
