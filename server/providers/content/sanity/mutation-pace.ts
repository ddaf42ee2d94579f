import { setTimeout as delay } from 'node:timers/promises'

/** Sanity accepts 25 mutations a second from one address. What is left serves another process behind the same address. */
const maxPerSecond = 20

/** Waits until fewer than `maxPerSecond` mutations began in the last second. */
export function openMutationPace() {
  const begun: number[] = []
  let queue = Promise.resolve()
  const enter = async () => {
    const first = begun.length < maxPerSecond ? undefined : begun.shift()
    const waitMs = first === undefined ? 0 : first + 1_000 - performance.now()
    if (waitMs > 0) await delay(waitMs)
    begun.push(performance.now())
  }
  return () => (queue = queue.then(enter))
}
