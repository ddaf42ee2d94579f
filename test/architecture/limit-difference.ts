import type {
  LimitedPolicy,
  RateLimit,
  RateLimitPolicy,
} from '#server/platform/policy/rate-limit.ts'
import type * as may from '#server/platform/policy/rules.ts'

import { limitByRule, linesByPolicy } from './matrix-limits.ts'

const spans: Record<number, string> = {
  60_000: 'a minute',
  600_000: 'in 10 minutes',
  900_000: 'in 15 minutes',
  3_600_000: 'an hour',
  86_400_000: 'a day',
}

const toLimitName = (policy: RateLimitPolicy) =>
  policy.kind === 'limited' ? policy.name : policy.kind

function toLines({ limits, blocks = [], delays, startsCheckout }: LimitedPolicy): string[] {
  return [
    ...limits.map(toLine),
    ...blocks.map(({ per, onExceed }) => `block ${per}: ${onExceed}`),
    ...(delays ? [`delays by ${delays}`] : []),
    ...(startsCheckout ? ['starts a checkout'] : []),
  ]
}

function toLine({ max, unit, counts, windowMs, per, onExceed }: RateLimit): string {
  const what = [max, unit, counts, spans[windowMs] ?? windowMs].filter(Boolean).join(' ')
  return `${what} per ${per}: ${onExceed}`
}

/** The first difference of a route's limit from the tables as a sentence, or undefined. */
export function findLimitDifference(
  route: string,
  rule: keyof typeof may,
  policy: RateLimitPolicy,
): string | undefined {
  const name = toLimitName(policy)
  if (name !== limitByRule[rule])
    return `${route}: expected the limit ${limitByRule[rule]}, was ${name}`
  if (policy.kind !== 'limited') return isCheapRead(route) ? undefined : `${route} has no limit`
  const [expected, found] = [linesByPolicy[name] ?? [], toLines(policy)].map((lines) =>
    lines.join('\n'),
  )
  return expected === found ? undefined : `${route}: expected '${expected}', was '${found}'`
}

/** Requests that change nothing, send nothing, check no password and compute no document. */
function isCheapRead(route: string): boolean {
  // Only sets a cookie, so it shares the limit of the reads.
  if (route === 'POST /language') return true
  return route.startsWith('GET ') && !/\.(pdf|csv)$|\/data$|\/share\/|\/banks$/.test(route)
}
