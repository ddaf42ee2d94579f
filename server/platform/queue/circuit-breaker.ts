import type { Lane } from './lanes.ts'

const maxPauses = 10

/**
 * Counts failures in a row of services outside. Only a success of a task that failed ends the count, because other tasks of the lane may
 * not use the service.
 */
export function circuitBreaker({
  failuresToPause,
  pauseMs,
}: Pick<Lane, 'failuresToPause' | 'pauseMs'>) {
  const failing = new Set<string>()
  let failures = 0
  let pauses = 0
  return {
    /** True after a pause: the lane runs one job at a time until one succeeds. */
    isProbing: () => pauses > 0,

    /** Returns the length of the pause if the lane must pause now. */
    fail(task: string): number | undefined {
      failing.add(task)
      failures += 1
      if (pauses === 0 && failures < failuresToPause) return undefined
      pauses += 1
      return Math.min(2 ** (pauses - 1), maxPauses) * pauseMs
    },

    /** True if the success ends the probing. */
    succeed(task: string): boolean {
      if (!failing.has(task)) return false
      const wasProbing = pauses > 0
      failing.clear()
      failures = 0
      pauses = 0
      return wasProbing
    },
  }
}
