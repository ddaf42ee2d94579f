import type { Queries } from '../database/database.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'

const name = 'hand-out-images'

/** Call it in the transaction that makes pictures public. */
export const enqueueHandOut = (queries: Queries): Promise<void> =>
  enqueueJob(queries, { task: name, payload: {}, key: `${name} now` })

/** After approvals, and every quarter of an hour for those that an editor made in the store's own studio. */
export const handOutTask = (handOut: () => Promise<number>): Task => ({
  name,
  lane: 'images',
  cron: '*/15 * * * *',
  run: async () => void (await handOut()),
})
