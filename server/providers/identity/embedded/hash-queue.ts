/** Returned instead of a result if too many calls are waiting. */
export const queueFull = Symbol('queue full')

/** Limits how many password hashes run and wait, so that many sign-ins do not take the processor from other requests. */
export function openHashQueue({ running, waiting }: { running: number; waiting: number }) {
  const queue: (() => void)[] = []
  let active = 0

  return async function enqueue<Result>(
    work: () => Promise<Result>,
  ): Promise<Result | typeof queueFull> {
    if (active >= running) {
      if (queue.length >= waiting) return queueFull
      // The finished call passes its place on, so `active` does not change here.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else active++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active--
    }
  }
}

export type HashQueue = ReturnType<typeof openHashQueue>
