import { setTimeout as sleep } from 'node:timers/promises'

import type { WriteReports } from '../database/report-writes.ts'
import type { ResponseCache } from './response-cache.ts'
import { changesWhatIsShown } from './unseen-tables.ts'

/** The least time between two purges that writes cause. */
const pauseMs = 250

/**
 * Purges the cache after each write to the database, also those of jobs and of requests that failed. Bookings come by the hundred, so writes
 * within `pauseMs` of a purge share the next one. A request through the API purges on its own before it is answered.
 */
export function purgeOnWrite(cache: Pick<ResponseCache, 'purge'>): () => void {
  let isPausing = false
  let isDue = false

  const onWrite = () => {
    isDue = true
    if (!isPausing) void purge()
  }
  const purge = async () => {
    isPausing = true
    isDue = false
    await cache.purge()
    await sleep(pauseMs, undefined, { ref: false })
    endPause()
  }
  const endPause = () => {
    isPausing = false
    if (isDue) void purge()
  }
  return onWrite
}

/** Connects the database, which is opened first, with the cache. */
export function openWriteReports() {
  let onWrite = () => {}
  const writes: WriteReports = { isWrite: changesWhatIsShown, onWrite: () => onWrite() }
  return { writes, purgeFrom: (cache: ResponseCache) => (onWrite = purgeOnWrite(cache)) }
}
