import { setTimeout as sleepFor } from 'node:timers/promises'

import type { MiddlewareHandler } from 'hono'

import type { Database } from '../database/database.ts'
import type { Env } from '../http/context.ts'
import type { RequestLimiter } from '../http/request-limiter.ts'
import type { Outbox } from '../mail/mail.ts'
import type { LimitedPolicy, RateLimitPolicy } from '../policy/rate-limit.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { openAbuseDetection, type AbuseDetection } from './abuse-detection.ts'
import { openBlocks } from './blocks.ts'
import { openChallenges, type ChallengeCosts } from './challenge.ts'
import { openCheckoutAttempts } from './checkout-attempts.ts'
import { openCounters, type Counters } from './counters.ts'
import { openEmailCodes } from './email-codes.ts'
import { toNetwork } from './network.ts'
import { startLimitedRequest } from './rate-limiter.ts'
import { openReadRateLimit } from './read-rate-limit.ts'
import { toCounterName } from './scopes.ts'
import { openSecretDelay } from './secret-delay.ts'

export type RateLimitOptions = {
  database: Database
  sealing: Sealing
  outbox: Outbox
  /** True if the browser has logged in to the account with this address before. */
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  now?: () => Date
  sleep?: (ms: number) => Promise<unknown>
  challengeCosts?: ChallengeCosts
  /** Replaces policies, for tests of one limit. */
  adjust?: (policy: RateLimitPolicy) => RateLimitPolicy
}

export interface RateLimits {
  counters: Counters
  /** Runs before all routes and hands the limiter to their gates. */
  middleware: MiddlewareHandler<Env>
  /** For responses from the cache, which do not pass a gate. */
  allowsRead: (clientAddress: string) => boolean | Promise<boolean>
  /** Gives back what a request took from the mail budget, once it turned out that no mail was queued. */
  giveBackMail: (policy: LimitedPolicy) => Promise<void>
  abuseDetection: AbuseDetection
}

export function openRateLimits(options: RateLimitOptions): RateLimits {
  const { now = () => new Date(), sleep = sleepFor, adjust, challengeCosts: costs } = options
  const counters = openCounters({ ...options, now })
  const deps = { ...options, counters, now }
  const countRead = openReadRateLimit(counters, now)
  const checkouts = openCheckoutAttempts(deps)
  const emailCodes = openEmailCodes(deps)
  const limiterDeps = {
    ...deps,
    checkouts,
    emailCodes,
    challenges: openChallenges({ ...deps, ...(costs && { costs }) }),
    blocks: openBlocks(counters),
    delays: openSecretDelay({ ...deps, sleep }),
  }

  const limiter: RequestLimiter = {
    start(arrived, given) {
      const policy = adjust?.(given) ?? given
      if (policy.kind === 'unlimited') return undefined
      const { method } = arrived.request
      const isOnlyRead = policy.kind === 'reads'
      const isRead = isOnlyRead || method === 'GET' || method === 'HEAD'
      const wait = isRead ? countRead(toNetwork(arrived.clientAddress)) : undefined
      if (isOnlyRead) return wait?.then(() => undefined)
      const start = () => startLimitedRequest(limiterDeps, arrived, policy)
      return wait ? wait.then(start) : start()
    },
  }

  return {
    counters,
    middleware: (c, next) => {
      c.set('limiter', limiter)
      return next()
    },
    allowsRead: (clientAddress) =>
      countRead(toNetwork(clientAddress))?.then(
        () => true,
        () => false,
      ) ?? true,
    async giveBackMail(policy) {
      for (const limit of policy.limits) {
        const name = limit.per === 'global' && toCounterName(policy, limit, { global: '' })
        if (name) await counters.release(name)
      }
    },
    abuseDetection: openAbuseDetection({ counters, checkouts, emailCodes, now }),
  }
}
