import * as policies from '#server/platform/policy/rate-limit-policies.ts'
import type { RateLimit, RateLimitPolicy } from '#server/platform/policy/rate-limit.ts'

/** The policy with one limit, block or delay changed or left out. */
export function createLimitMutants(policy: RateLimitPolicy): RateLimitPolicy[] {
  const none: RateLimitPolicy[] = [{ kind: 'unlimited', reason: 'changed by a test' }]
  if (policy.kind === 'unlimited') return [{ kind: 'reads' }]
  if (policy.kind === 'reads') return [...none, policies.changes]
  const { limits, blocks, delays, startsCheckout, ...bare } = policy
  const [first, ...others] = limits
  const [second, ...rest] = others
  return [
    ...none,
    { kind: 'reads' },
    ...(second ? [{ ...policy, limits: [second, ...rest] as const }] : []),
    ...limits.flatMap((limit, index) =>
      [{ ...limit, max: limit.max + 1 }, flip(limit)].map((changed) => ({
        ...policy,
        limits: [first, ...others].with(index, changed) as [RateLimit],
      })),
    ),
    ...(blocks || delays || startsCheckout ? [{ ...bare, limits }] : []),
  ]
}

function flip(limit: RateLimit): RateLimit {
  return { ...limit, onExceed: limit.onExceed === 'refuse' ? 'challenge' : 'refuse' }
}
