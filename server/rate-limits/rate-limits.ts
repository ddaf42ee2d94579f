import { setTimeout as sleepFor } from 'node:timers/promises'

import type { Context, MiddlewareHandler } from 'hono'

import { challengeHeader } from '#shared/challenge.ts'

import type { Database } from '../database/database.ts'
import type { Env } from '../http/context.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { openAbuseDetection, type AbuseDetection } from './abuse-detection.ts'
import { openChallenges } from './challenge.ts'
import { openCheckoutAttempts } from './checkout-attempts.ts'
import { openCounters, type Counters } from './counters.ts'
import { openLoginDelay } from './login-delay.ts'
import { toNetwork } from './network.ts'
import { rateLimitTable, type RateLimitedAction } from './rate-limit-table.ts'
import { openRateLimiter, type LimitedRequest } from './rate-limiter.ts'
import { openReadRateLimit } from './read-rate-limit.ts'
import { readScopeValues } from './scopes.ts'

export type RateLimitOptions = {
  database: Database
  sealing: Sealing
  /** True if the browser has logged in to the account with this address before. */
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  now?: () => Date
  sleep?: (ms: number) => Promise<unknown>
  actions?: readonly RateLimitedAction[]
}

export interface RateLimits {
  counters: Counters
  /** Runs before all routes. */
  middleware: MiddlewareHandler<Env>
  /** For responses from the cache, which do not pass the middleware. */
  allowsRead: (clientAddress: string) => boolean | Promise<boolean>
  abuseDetection: AbuseDetection
}

export function openRateLimits(options: RateLimitOptions): RateLimits {
  const { now = () => new Date(), sleep = sleepFor, actions: table = rateLimitTable } = options
  const counters = openCounters({ ...options, now })
  const deps = { ...options, counters, now }
  const limiter = openRateLimiter({ ...deps, challenges: openChallenges(deps) })
  const checkouts = openCheckoutAttempts(deps)
  const countRead = openReadRateLimit(counters, now)
  const handleLogin = openLoginDelay({ ...deps, sleep })

  const middleware: MiddlewareHandler<Env> = async (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') {
      if (!isUnlimited.test(path)) await countRead(toNetwork(c.var.clientAddress))
      return next()
    }
    const actions = table.filter((action) => action.method === method && action.path.test(path))
    if (actions.length === 0) return next()
    const request = await toLimitedRequest(c)
    for (const action of actions) await limiter.check(action, request)
    const donation = actions.find(({ name }) => name === 'donation')
    if (donation) await handleDonation(c, next, { donation, request })
    else if (path === '/api/session') await handleLogin(c, next, request.scopes.email)
    else await next()
    for (const action of actions) await limiter.countOutcome(action, request, c.res.status)
  }
  const allowsRead = (clientAddress: string) =>
    countRead(toNetwork(clientAddress))?.then(
      () => true,
      () => false,
    ) ?? true
  return {
    counters,
    middleware,
    allowsRead,
    abuseDetection: openAbuseDetection({ counters, checkouts, now }),
  }

  async function handleDonation(
    c: Context<Env>,
    next: () => Promise<void>,
    { donation, request }: { donation: RateLimitedAction; request: LimitedRequest },
  ) {
    const { id, exceeded } = await checkouts.start(request.scopes)
    try {
      for (const each of exceeded) await limiter.enforce(donation, request, each)
      await next()
    } finally {
      await checkouts.finish(id, c.var.accessCode)
    }
  }
}

/** Static files cost nothing, and monitoring must not be refused. */
const isUnlimited = /^\/(assets\/|healthz$|readyz$)/

async function toLimitedRequest(c: Context<Env>): Promise<LimitedRequest> {
  return {
    scopes: await readScopeValues(c),
    kilobytes: parseKilobytes(c.req.header('content-length')),
    challengeSolution: c.req.header(challengeHeader),
    hasSolvedChallenge: false,
  }
}

/** The largest image upload, with its form. */
const maxKilobytes = 5_200

/** A request without a declared length counts as the largest upload. */
function parseKilobytes(contentLength = ''): number {
  return /^\d{1,7}$/.test(contentLength) ? Math.ceil(Number(contentLength) / 1_000) : maxKilobytes
}
