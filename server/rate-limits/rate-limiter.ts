import { Refused } from '../http/context.ts'
import type { Challenges } from './challenge.ts'
import type { Counters } from './counters.ts'
import type { OnExceed, RateLimit, RateLimitedAction } from './rate-limit-table.ts'
import { secondsUntil } from './read-rate-limit.ts'
import { toBlockName, type ScopeValues } from './scopes.ts'

export type LimitedRequest = {
  scopes: ScopeValues
  kilobytes: number
  challengeSolution: string | undefined
  /** One solved challenge satisfies every limit that asks for one. */
  hasSolvedChallenge: boolean
}

/** A limit that the request exceeds, or a block that applies to it. */
export type Exceeded = { onExceed: OnExceed; endsAt: Date }

type RateLimiterDeps = { counters: Counters; challenges: Challenges; now: () => Date }

export function openRateLimiter({ counters, challenges, now }: RateLimiterDeps) {
  return { check, enforce, countOutcome }

  /** Throws `too-many-requests` if the request exceeds a limit of the action or is blocked. */
  async function check(action: RateLimitedAction, request: LimitedRequest) {
    for (const block of await findBlocks(counters, action, request))
      await enforce(action, request, block)
    for (const limit of action.limits) {
      const endsAt = await findEndOfExcess(action, limit, request)
      if (endsAt) await enforce(action, request, { onExceed: limit.onExceed, endsAt })
    }
  }

  /** Throws unless a challenge is enough and the request brings its solution. */
  async function enforce(
    action: RateLimitedAction,
    request: LimitedRequest,
    { onExceed, endsAt }: Exceeded,
  ) {
    const retryAfterSeconds = secondsUntil(endsAt, now().getTime())
    if (onExceed === 'refuse') throw new Refused('too-many-requests', { retryAfterSeconds })
    const purpose = `${action.name} ${request.scopes.network}`
    request.hasSolvedChallenge ||= await challenges.verify(purpose, request.challengeSolution)
    if (request.hasSolvedChallenge) return
    const challenge = challenges.create(purpose)
    throw new Refused('too-many-requests', { retryAfterSeconds, challenge })
  }

  async function findEndOfExcess(
    action: RateLimitedAction,
    limit: RateLimit,
    { scopes, kilobytes }: LimitedRequest,
  ): Promise<Date | undefined> {
    const name = toCounterName(action, limit, scopes)
    if (name === undefined) return undefined
    if (action.counts === 'all') {
      const by = limit.unit === 'kilobytes' ? kilobytes : 1
      const { count, endsAt } = await counters.increment(name, limit.windowMs, by)
      return count > limit.max ? endsAt : undefined
    }
    const current = await counters.get(name)
    return current && current.count >= limit.max ? current.endsAt : undefined
  }

  /** Counts a handled request for actions that count only accepted or only refused requests. */
  async function countOutcome(
    action: RateLimitedAction,
    { scopes }: LimitedRequest,
    status: number,
  ) {
    if (action.counts === 'all' || (action.counts === 'accepted') !== status < 400) return
    for (const limit of action.limits) {
      const name = toCounterName(action, limit, scopes)
      if (name !== undefined) await counters.increment(name, limit.windowMs)
    }
  }
}

async function findBlocks(
  counters: Counters,
  action: RateLimitedAction,
  { scopes }: LimitedRequest,
): Promise<Exceeded[]> {
  const blocks = (action.blocks ?? []).flatMap(({ per, onExceed }) => {
    const value = scopes[per]
    return value === undefined ? [] : [{ onExceed, name: toBlockName(action, per, value) }]
  })
  if (blocks.length === 0) return []
  const counts = await counters.getMany(blocks.map(({ name }) => name))
  return blocks.flatMap(({ onExceed }, index) => {
    const endsAt = counts[index]?.endsAt
    return endsAt ? [{ onExceed, endsAt }] : []
  })
}

/** Undefined if the request has no value for the limit's scope. */
export function toCounterName(
  { name }: RateLimitedAction,
  { per, windowMs, onExceed, unit }: RateLimit,
  scopes: Partial<ScopeValues>,
) {
  const value = scopes[per]
  if (value === undefined) return undefined
  return `${name} ${onExceed} ${per} ${windowMs}${unit ? ` ${unit}` : ''} ${value}`
}
