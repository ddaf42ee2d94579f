import { withPool } from '../database/pools.ts'
import { Outage } from '../runtime/outage.ts'
import type { Lane } from './lanes.ts'
import type { Task } from './queue.ts'

/** Counts as an outage, because what a job waits for that long is a service outside. */
export class JobTimeout extends Outage {
  override name = 'JobTimeout'
}

/** Runs a job with the connections of its lane. It fails at the lane's deadline even if its work ignores the signal. */
export async function runInLane(
  lane: Pick<Lane, 'pool' | 'timeoutMs'>,
  task: Pick<Task, 'name' | 'run'>,
  { payload, stopping }: { payload: unknown; stopping?: AbortSignal },
): Promise<void> {
  const deadline = new AbortController()
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const timeout = new JobTimeout(`${task.name} took longer than ${lane.timeoutMs / 1_000} s`)
    deadline.abort(timeout)
    timedOut.reject(timeout)
  }, lane.timeoutMs)
  const signal = stopping ? AbortSignal.any([stopping, deadline.signal]) : deadline.signal
  try {
    const work = withPool(lane.pool, () => task.run(payload, signal))
    await Promise.race([work, timedOut.promise])
  } finally {
    clearTimeout(timer)
  }
}
