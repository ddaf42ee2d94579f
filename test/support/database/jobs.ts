import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker'

import type { Database } from '#server/platform/database/database.ts'
import type { Task } from '#server/platform/queue/queue.ts'

const logger = new Logger(() => () => {})

/** Runs the due jobs of these tasks, and those that they enqueue. `owner` is the one of `testDatabase()`. */
export async function runJobs(owner: Database, tasks: Task[]): Promise<void> {
  await runOnce({
    pgPool: owner.pool,
    noHandleSignals: true,
    logger,
    taskList: Object.fromEntries(
      tasks.map(({ name, run }) => [name, (payload: unknown) => run(payload)]),
    ),
  })
}

type QueuedJob = {
  id: string
  task: string
  attempts: number
  maxAttempts: number
  isDelayed: boolean
}

/** The jobs that no worker has locked. */
export async function listWaitingJobs(owner: Database): Promise<QueuedJob[]> {
  const { rows } = await owner.pool.query<QueuedJob>(
    `select id::text, task_identifier as task, attempts, max_attempts as "maxAttempts", run_at > now() as "isDelayed"
     from graphile_worker.jobs where locked_at is null order by graphile_worker.jobs.id`,
  )
  return rows
}

/** Deletes all waiting jobs, as if they had never been enqueued. */
export async function deleteJobs(owner: Database): Promise<void> {
  const jobs = await listWaitingJobs(owner)
  const utils = await makeWorkerUtils({ pgPool: owner.pool, logger })
  await utils.completeJobs(jobs.map(({ id }) => id))
  await utils.release()
}

/**
 * Locks all waiting jobs as a process that was killed leaves them. The library has no function for that, so this writes to its private
 * table.
 */
export async function lockAsKilledProcess(owner: Database, minutesAgo = 0): Promise<void> {
  await owner.pool.query(
    `update graphile_worker._private_jobs
     set locked_by = 'killed ' || $1, locked_at = now() - make_interval(mins => $1::integer), attempts = attempts + 1
     where locked_at is null`,
    [minutesAgo],
  )
}

/** Makes all jobs due now, also those that wait for a retry or that a dead worker has locked. */
export async function retryJobsNow(owner: Database): Promise<void> {
  const { rows } = await owner.pool.query<{ id: string; worker: string | null }>(
    'select id::text, locked_by as worker from graphile_worker.jobs',
  )
  const workers = rows.flatMap(({ worker }) => worker ?? [])
  const utils = await makeWorkerUtils({ pgPool: owner.pool, logger })
  if (workers.length > 0) await utils.forceUnlockWorkers(workers)
  await utils.rescheduleJobs(
    rows.map(({ id }) => id),
    { runAt: new Date() },
  )
  await utils.release()
}

/** A job that failed with this error and is tried again in an hour. Returns its id. */
export async function insertFailedJob(
  owner: Database,
  error = 'no response',
  task = 'send-refunds',
) {
  const { rows } = await owner.pool.query<{ id: string }>(
    'select id::text from graphile_worker.add_job($1)',
    [task],
  )
  const id = rows[0]?.id ?? ''
  await owner.pool.query(
    `update graphile_worker._private_jobs set attempts = 3, last_error = $2, run_at = now() + interval '1 hour' where id = $1`,
    [id, error],
  )
  return id
}
