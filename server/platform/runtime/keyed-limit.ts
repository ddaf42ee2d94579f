import pLimit, { type LimitFunction } from 'p-limit'

type Options = {
  /** Calls with the same key that run at the same time. */
  parallel: number
  /** Calls with the same key that may wait. Further ones are refused at once. */
  maxWaiting: number
  /** Longest wait. */
  timeoutMs: number
  /** The error of a call that is refused. */
  refusal: () => Error
}

/** Limits how many calls with one key run at the same time. Others wait in the order of their arrival. */
export function createKeyedLimit({ parallel, maxWaiting, timeoutMs, refusal }: Options) {
  const limits = new Map<string, LimitFunction>()

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const limit = limits.get(key) ?? pLimit(parallel)
    limits.set(key, limit)
    if (limit.activeCount >= parallel && limit.pendingCount >= maxWaiting) throw refusal()
    const refused = Promise.withResolvers<never>()
    let isRefused = false
    const timer = setTimeout(() => {
      isRefused = true
      refused.reject(refusal())
    }, timeoutMs)
    const result = limit(async () => {
      clearTimeout(timer)
      // Its caller has been told that it was refused.
      if (isRefused) return refused.promise
      return work()
    })
    const forget = () => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
    }
    result.then(forget, forget)
    return Promise.race([result, refused.promise])
  }
}
