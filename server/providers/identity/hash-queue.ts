/** What stands in for a result when too many are already waiting. */
export const full = Symbol('full')

/**
 * Runs so many pieces of work at once and lets so many more wait; beyond that it says `full` at once.
 * Hashing a password is made to be expensive: a flood of sign-ins must not take the processor from everybody else.
 */
export function openHashQueue({ running, waiting }: { running: number; waiting: number }) {
  const line: (() => void)[] = []
  let active = 0

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result | typeof full> {
    if (active >= running) {
      if (line.length >= waiting) return full
      // Whoever leaves hands its place on, so `active` does not change here.
      await new Promise<void>((resolve) => line.push(resolve))
    } else active++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else active--
    }
  }
}

export type HashQueue = ReturnType<typeof openHashQueue>
