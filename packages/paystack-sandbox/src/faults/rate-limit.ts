import type { Context } from 'hono'

import type { Faults, RateLimit } from './faults.ts'

/** Counts calls per second of real time. Answers the limit that a call exceeds, if any. */
export function rateLimitCounter(faults: () => Faults) {
  let second = 0
  let calls = 0
  return (c: Context): RateLimit | undefined => {
    const limit = faults().rateLimit
    if (!limit || !(limit.methods ?? [c.req.method]).some((method) => method === c.req.method))
      return undefined
    const current = Math.floor(performance.now() / 1_000)
    calls = current === second ? calls + 1 : 1
    second = current
    return calls > limit.perSecond ? limit : undefined
  }
}

export function tooManyRequests({ hasHeaders, isHtml }: Pick<RateLimit, 'hasHeaders' | 'isHtml'>) {
  const headers = new Headers(hasHeaders ? { 'x-ratelimit-reset': '1', 'retry-after': '1' } : {})
  headers.set('content-type', isHtml ? 'text/html' : 'application/json')
  const problem = {
    status: false,
    message: 'Too many requests',
    type: 'api_error',
    code: 'rate_limited',
  }
  const body = isHtml ? '<html><body>Too many requests</body></html>' : JSON.stringify(problem)
  return new Response(body, { status: 429, headers })
}
