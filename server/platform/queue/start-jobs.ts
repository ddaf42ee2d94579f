import { makeWorkerUtils, Logger } from 'graphile-worker'
import type pg from 'pg'

import { openPrimaryPool, type Connection } from '../database/primary.ts'
import type { Log } from '../runtime/log.ts'
import { startLane, type LaneState } from './lane-runner.ts'
import { laneNames, lanes, maxJobMinutes, type Lane, type LaneName } from './lanes.ts'
import type { Task } from './queue.ts'

type JobsOptions = {
  /** As the owner of the database: the application's role has no access to the library's tables. */
  connection: Connection
  tasks: Task[]
  log: Log
  /** No other process works on these jobs, so every lock found at the start belongs to a process that ended. */
  isAlone?: boolean
  /** Replaced by tests. */
  lanes?: Record<LaneName, Lane>
}

export interface Jobs extends AsyncDisposable {
  listLanes: () => LaneState[]
}

/** The name of a running server's connections in pg_stat_activity. */
export const jobsApplication = 'ajo jobs'

export const giveUpTask = 'give-up-jobs'

/**
 * One listens for new jobs, one fetches and completes them, and one replaces a connection that was cut while the library still holds
 * it. The library wants one for each running job, unless the lane fetches and completes jobs in batches.
 */
const minConnections = 3

/** Runs jobs until it is disposed, which waits for the running ones. Each lane has its own workers and connections. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  await using opened = new AsyncDisposableStack()
  const all = options.lanes ?? lanes
  const names = new Set(options.tasks.map(({ lane }) => lane).concat('maintenance'))
  const started = await Promise.all(
    laneNames
      .filter((name) => names.has(name))
      .map(async (name) => opened.use(await openLane(options, name, all[name]))),
  )
  const closing = opened.move()
  return {
    listLanes: () => started.map((lane) => lane.state()),
    [Symbol.asyncDispose]: async () => {
      // All lanes stop at the same time, because each waits for its running jobs.
      await Promise.all(started.map((lane) => lane.stop()))
      await closing.disposeAsync()
    },
  }
}

async function openLane(options: JobsOptions, name: LaneName, lane: Lane) {
  const { log, isAlone = false } = options
  const pool = openPool(
    options,
    lane.isBatched ? minConnections : Math.max(minConnections, lane.concurrency),
  )
  const own = options.tasks.filter((task) => task.lane === name)
  const tasks = name === 'maintenance' ? [...own, ...queueTasks(pool, options)] : own
  const taskNames = tasks.map((task) => task.name)
  const running = await startLane({
    name,
    lane,
    pool,
    tasks,
    log,
    beforeStart: () => unlockJobs(pool, isAlone ? 0 : maxJobMinutes, taskNames),
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  return {
    ...running,
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await pool.end()
    },
  }
}

function openPool({ connection, log }: JobsOptions, max: number): pg.Pool {
  const pool = openPrimaryPool({ max, application_name: jobsApplication, ...connection })
  // A connection that is being closed may still hear that PostgreSQL stops.
  const onLost = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection of the job queue was lost')
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** What keeps the queue itself in order. */
function queueTasks(pool: pg.Pool, { tasks, lanes: all = lanes }: JobsOptions): Task[] {
  // A process that was killed holds the queues of its jobs until these have run.
  const shared = { lane: 'maintenance', cron: '*/5 * * * *', mayOverlap: true } as const
  return [
    { ...shared, name: 'unlock-jobs', run: () => unlockJobs(pool, maxJobMinutes) },
    {
      ...shared,
      name: giveUpTask,
      run: async () => {
        for (const name of laneNames) {
          const own = tasks.filter(({ lane }) => lane === name).map((task) => task.name)
          await giveUpJobs(pool, own, all[name].attempts)
        }
      },
    },
  ]
}

/** Jobs that failed this often are not tried again until an admin retries them. */
async function giveUpJobs(pool: pg.Pool, tasks: string[], attempts: number): Promise<void> {
  await pool.query(
    `select graphile_worker.permanently_fail_jobs(array[id::bigint], last_error) from graphile_worker.jobs
     where task_identifier = any($1) and attempts between $2 and max_attempts - 1 and locked_at is null`,
    [tasks, attempts],
  )
}

/**
 * Unlocks the jobs of processes that were killed, for which graphile-worker itself waits four hours. A process counts as killed when one of
 * its jobs has been locked for `minutes`; `locked_by` is the id of its worker pool. With `tasks`, only workers on these tasks are looked at:
 * the other lanes of this process are running.
 */
async function unlockJobs(pool: pg.Pool, minutes: number, tasks?: string[]): Promise<void> {
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_at <= now() - make_interval(mins => $1)
       and ($2::text[] is null or task_identifier = any($2))`,
    [minutes, tasks ?? null],
  )
  if (rows.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool, logger: new Logger(() => () => {}) })
  const workers = rows.map(({ worker }) => worker)
  try {
    await utils.forceUnlockWorkers(workers)
  } finally {
    await utils.release()
  }
}
