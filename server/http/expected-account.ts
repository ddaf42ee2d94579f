import type { MiddlewareHandler } from 'hono'

import { shownAccountHeader } from '#shared/account.ts'

import { Refused, type Env } from './context.ts'

/**
 * A page may speak in the name of the person it shows. By the time it does their session may have ended, or be somebody else's: then
 * nothing of it is done, whatever a visitor or that other person would be allowed to do.
 */
export function asShown(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const shown = c.req.header(shownAccountHeader)
    const { actor } = c.var
    if (shown !== undefined && !(actor.kind === 'user' && actor.uid === shown))
      throw new Refused('user-token-expired')
    await next()
  }
}
