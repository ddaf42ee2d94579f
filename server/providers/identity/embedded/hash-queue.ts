import pLimit from 'p-limit'

/** Returned instead of a result if too many calls are waiting. */
export const queueFull = Symbol('queue full')

type HashQueueOptions = {
  running: number
  waiting: number
  /** Calls of one account that run or wait, so that one account cannot fill the queue. */
  perKey: number
}

/** Limits how many password hashes run and wait, so that many sign-ins do not take the processor from other requests. */
export function openHashQueue({ running, waiting, perKey }: HashQueueOptions) {
  const limit = pLimit(running)
  const counts = new Map<string, number>()

  /** `key` is the address of the account. */
  return async function enqueue<Result>(
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result | typeof queueFull> {
    const count = counts.get(key) ?? 0
    const isFull = limit.activeCount >= running && limit.pendingCount >= waiting
    if (isFull || count >= perKey) return queueFull
    counts.set(key, count + 1)
    try {
      return await limit(work)
    } finally {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}

export type HashQueue = ReturnType<typeof openHashQueue>
