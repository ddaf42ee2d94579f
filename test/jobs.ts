import { Logger, runOnce } from 'graphile-worker'

import type { Database } from '#server/database/database.ts'
import type { Task } from '#server/queue/queue.ts'

/**
 * Does what is due now, and what that enters in turn, then comes back. `owner` is the one of `testDatabase()`.
 * Jobs of other tasks stay where they are.
 */
export async function runJobs(owner: Database, tasks: Task[]): Promise<void> {
  await runOnce({
    pgPool: owner.pool,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: Object.fromEntries(
      tasks.map(({ name, run }) => [name, (payload: unknown) => run(payload)]),
    ),
  })
}
