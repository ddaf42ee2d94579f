import { setTimeout as sleep } from 'node:timers/promises'

import type { Call } from './paystack-http.ts'

/** Starts calls at least `pauseMs` apart, so that reading long lists leaves capacity for donors who are paying. */
export function throttle(call: Call, pauseMs: number): Call {
  let freeAtMs = 0
  return async (...args) => {
    const nowMs = performance.now()
    const waitMs = Math.max(0, freeAtMs - nowMs)
    freeAtMs = nowMs + waitMs + pauseMs
    if (waitMs > 0) await sleep(waitMs)
    return call(...args)
  }
}
