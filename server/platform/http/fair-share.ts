import type { MiddlewareHandler } from 'hono'

import { withHolder } from '../database/database.ts'
import { getPoolName, withPool } from '../database/pools.ts'
import { createKeyedLimit } from '../runtime/keyed-limit.ts'
import { Refused, type Env } from './context.ts'

/** Webhooks, and donations started by a script or a form. */
const moneyPath = /^\/webhooks\/|\/donations$|\/donate$/

/** Requests that move money have database connections of their own, so that readers cannot take them all. */
export function choosePool(): MiddlewareHandler<Env> {
  return (c, next) => {
    const movesMoney = c.req.method === 'POST' && moneyPath.test(c.req.path)
    // A page calls the API while it is rendered for everybody.
    if (getPoolName() === 'standby') return next()
    return withPool(movesMoney ? 'money' : 'people', next)
  }
}

const parallelPerAccount = 4
const maxWaitingPerAccount = 100
const longestWaitMs = 2_000

/**
 * Runs a few API requests of one account at a time. The others wait, and get 503 after two seconds. Pages call the API, so they are
 * not counted themselves.
 */
export function limitParallelRequests(): MiddlewareHandler<Env> {
  const limit = createKeyedLimit({
    parallel: parallelPerAccount,
    maxWaiting: maxWaitingPerAccount,
    timeoutMs: longestWaitMs,
    refusal: () => new Refused('busy', { retryAfterSeconds: 1 }),
  })
  return (c, next) => {
    const { actor } = c.var
    if (actor.kind !== 'user') return next()
    return withHolder(actor.uid, () =>
      c.req.path.startsWith('/api/') ? limit(actor.uid, next) : next(),
    )
  }
}
