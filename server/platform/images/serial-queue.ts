import { Refused } from '../http/context.ts'

type Limits = {
  maxWaiting: number
  /** Of one key, such as an account. */
  maxWaitingPerKey: number
}

/**
 * Runs one task at a time and refuses with 'busy' when too many wait, because image processing is CPU-bound. Keys take turns, so that
 * one account's many uploads delay another's single one by one task.
 */
export function serialQueue({ maxWaiting, maxWaitingPerKey }: Limits) {
  /** In the order of turns. */
  const waiting = new Map<string, (() => void)[]>()
  let isRunning = false

  const startNext = () => {
    const [next] = waiting
    isRunning = next !== undefined
    if (!next) return
    const [key, [start, ...others]] = next
    waiting.delete(key)
    if (others.length > 0) waiting.set(key, others)
    start?.()
  }

  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const own = waiting.get(key) ?? []
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
    if (all >= maxWaiting || own.length >= maxWaitingPerKey)
      throw new Refused('busy', { retryAfterSeconds: 5 })
    if (isRunning) await new Promise<void>((start) => waiting.set(key, [...own, start]))
    isRunning = true
    try {
      return await task()
    } finally {
      startNext()
    }
  }
}
