import { setTimeout as delay } from 'node:timers/promises'

import { Logger, makeWorkerUtils, parseCronItems, run, type Runner } from 'graphile-worker'
import pg from 'pg'

import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Log } from '../runtime/log.ts'

/** Background work. A job runs at least once, so running it twice must change nothing more. */
export interface Task {
  name: string
  /** A job that throws is retried with growing delays. */
  run: (payload: unknown) => Promise<void>
  /** Schedule as 'minute hour day month weekday', in UTC. */
  cron?: string
}

export type Job = {
  task: string
  payload?: unknown
  /** Replaces a waiting job with the same key. */
  key?: string
  runAt?: Date
  attempts?: number
}

/** Enqueues a job in the caller's transaction, so that it exists only if its cause does. */
export async function enqueueJob(queries: Queries, job: Job): Promise<void> {
  const payload = JSON.stringify(job.payload ?? {})
  await queries.run(sql`select job.enqueue(${job.task}, ${payload}::json, ${job.key ?? null},
    ${job.runAt ?? null}::timestamptz, ${job.attempts ?? null}::integer)`)
}

/** An SQL expression that enqueues one job for each row, within the statement that causes them. */
export function enqueueJobs({ task, payload, key }: { task: string; payload: Sql; key: Sql }): Sql {
  return sql`job.enqueue_all(${task}, array_agg(${payload}), array_agg(${key}))`
}

type Options = {
  /** As the owner of the database: the application's role has no access to the library's tables. */
  connection: pg.PoolConfig
  tasks: Task[]
  log: Log
  /** No other process works on these jobs, so every lock found at the start belongs to a process that ended. */
  isAlone?: boolean
}

const concurrency = 4

/** Runs jobs until it is disposed, which waits for the running ones. */
export async function startJobs(options: Options): Promise<AsyncDisposable> {
  const { connection, log, isAlone = false } = options
  const pool = new pg.Pool({ max: concurrency + 2, ...connection })
  const onLost = (error: Error) =>
    log.warn({ err: error }, 'a database connection of the job queue was lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const tasks = [...options.tasks, unlockTask(pool)]
  const start = async () => {
    await unlockJobs(pool, isAlone ? 0 : maxJobMinutes)
    return startRunner(pool, tasks, log)
  }

  let runner: Runner | undefined = await start()
  const closing = new AbortController()
  const ended = keepRunning()

  async function keepRunning() {
    while (!closing.signal.aborted) {
      await runner?.promise.catch((error: unknown) =>
        log.error({ err: error }, 'the job runner stopped'),
      )
      runner = undefined
      if (closing.signal.aborted) return
      await delay(1_000, undefined, { signal: closing.signal }).catch(() => {})
      if (!closing.signal.aborted) runner = await start().catch(() => undefined)
    }
  }

  return {
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      await runner?.stop().catch(() => {})
      await ended
      await pool.end()
    },
  }
}

/** No job of ours takes nearly as long. */
const maxJobMinutes = 10

function unlockTask(pool: pg.Pool): Task {
  return {
    name: 'unlock-jobs',
    cron: '*/5 * * * *',
    run: () => unlockJobs(pool, maxJobMinutes),
  }
}

/**
 * Unlocks the jobs of processes that were killed, for which graphile-worker itself waits four hours. A process counts as killed when one of
 * its jobs has been locked for `minutes`; `locked_by` is the id of its worker pool.
 */
async function unlockJobs(pool: pg.Pool, minutes: number): Promise<void> {
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct locked_by as worker from graphile_worker.jobs
     where locked_at <= now() - make_interval(mins => $1)`,
    [minutes],
  )
  if (rows.length === 0) return
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silentLogger })
  const workers = rows.map(({ worker }) => worker)
  try {
    await utils.forceUnlockWorkers(workers)
  } finally {
    await utils.release()
  }
}

const silentLogger = new Logger(() => () => {})

function startRunner(pool: pg.Pool, tasks: Task[], log: Log): Promise<Runner> {
  const scheduled = tasks.filter((task) => task.cron !== undefined)
  return run({
    pgPool: pool,
    concurrency,
    // Jobs are announced by NOTIFY; polling finds those whose announcement was lost.
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: 2_000,
        // Without a batch, a job that cannot be completed while the database is away ends the process. With a batch it ends the
        // runner, which is started again.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn(`jobs: ${message}`)
    }),
    taskList: Object.fromEntries(
      tasks.map((task) => [task.name, (payload: unknown) => task.run(payload)]),
    ),
    parsedCronItems: parseCronItems(
      scheduled.map(({ name, cron }) => ({ task: name, match: cron ?? '' })),
    ),
  })
}
