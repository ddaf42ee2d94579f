import { setTimeout as sleep } from 'node:timers/promises'

import type { Call } from './paystack-http.ts'

/** The same calls, one beginning at least so long after the other: whoever reads long lists leaves room for those who pay. */
export function paced(call: Call, pauseMs: number): Call {
  let freeAtMs = 0
  return async (...what) => {
    const nowMs = performance.now()
    const waitMs = Math.max(0, freeAtMs - nowMs)
    freeAtMs = nowMs + waitMs + pauseMs
    if (waitMs > 0) await sleep(waitMs)
    return call(...what)
  }
}
