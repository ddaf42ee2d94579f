import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiFault, Faults, RateLimit } from './faults.ts'

const maxSilenceMs = 120_000

/** Delays, replaces or withholds responses of the API according to the active faults. */
export function injectFaults(faults: () => Faults): MiddlewareHandler {
  const used = new WeakMap<ApiFault, number>()
  const takeFault = (c: Context) => {
    const path = c.req.path.replace(/^\/sandbox\/api/, '')
    const found = faults().api.find(
      (fault) =>
        path.startsWith(fault.path) &&
        (fault.method === undefined || fault.method === c.req.method) &&
        (fault.times === undefined || (used.get(fault) ?? 0) < fault.times),
    )
    if (found) used.set(found, (used.get(found) ?? 0) + 1)
    return found
  }

  const findExceeded = rateLimitCounter(faults)

  return async (c, next) => {
    const exceeded = findExceeded(c)
    if (exceeded) {
      if (exceeded.isAfterEffect) await next()
      c.res = tooManyRequests(exceeded)
      return
    }
    const fault = takeFault(c)
    if (fault && fault.latencyMs > 0) await sleep(fault.latencyMs, undefined, { ref: false })
    const isFaulty = fault !== undefined && (fault.isSilent || fault.status !== undefined)
    if (!isFaulty || fault.isAfterEffect) await next()
    if (isFaulty) c.res = await faultyResponse(c, fault)
    else if (faults().shapes.isPerPageText) c.res = await withPerPageAsText(c.res)
  }
}

async function faultyResponse(c: Context, { status, isSilent }: ApiFault): Promise<Response> {
  if (isSilent) await waitForDisconnect(c.req.raw.signal)
  if (status === 429) return tooManyRequests({ hasHeaders: true, isHtml: false })
  return Response.json({ status: false, message: 'An error occurred' }, { status: 500 })
}

/** Resolves when the caller closes the connection, at the latest after `maxSilenceMs`. */
function waitForDisconnect(signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(maxSilenceMs)
  return new Promise((resolve) => {
    for (const end of [signal, limit]) {
      if (end.aborted) resolve()
      end.addEventListener('abort', () => resolve(), { once: true })
    }
  })
}

async function withPerPageAsText(response: Response): Promise<Response> {
  const body = (await response.clone().json()) as { meta?: { perPage?: number | string } }
  if (body.meta?.perPage === undefined) return response
  body.meta.perPage = String(body.meta.perPage)
  return Response.json(body, { status: response.status })
}

/** Counts calls per second of real time. Answers the limit that a call exceeds, if any. */
function rateLimitCounter(faults: () => Faults) {
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

function tooManyRequests({ hasHeaders, isHtml }: Pick<RateLimit, 'hasHeaders' | 'isHtml'>) {
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
