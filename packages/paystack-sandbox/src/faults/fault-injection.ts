import { setTimeout as sleep } from 'node:timers/promises'

import type { Context, MiddlewareHandler } from 'hono'

import type { ApiFault, Faults } from './faults.ts'
import { rateLimitCounter, tooManyRequests } from './rate-limit.ts'

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
