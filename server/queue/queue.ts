import { setTimeout as pause } from 'node:timers/promises'

import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import pg from 'pg'

import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Log } from '../runtime/log.ts'

/** Something that is done later, or again and again. Done at least once: doing it twice must change nothing. */
export interface Task {
  name: string
  /** What it throws is tried again, after pauses that grow. */
  run: (payload: unknown) => Promise<void>
  /** When to start it by itself: 'minute hour day month weekday', in UTC. */
  cron?: string
}

type Job = {
  task: string
  payload?: unknown
  /** A waiting job of the same key is replaced. */
  key?: string
  runAt?: Date
  attempts?: number
}

/** Enters a job in the transaction of its cause: both happen, or neither. */
export async function enqueueJob(queries: Queries, job: Job): Promise<void> {
  const payload = JSON.stringify(job.payload ?? {})
  await queries.run(sql`select job.enqueue(${job.task}, ${payload}::json, ${job.key ?? null},
    ${job.runAt ?? null}::timestamptz, ${job.attempts ?? null}::integer)`)
}

/** Jobs as part of the statement that is their cause: one for each row that it is asked of. */
export function enqueued({ task, payload, key }: { task: string; payload: Sql; key: Sql }): Sql {
  return sql`job.enqueue_all(${task}, array_agg(${payload}), array_agg(${key}))`
}

type Options = {
  /** As the owner: the tables of the jobs are out of the application's reach. */
  connection: pg.PoolConfig
  tasks: Task[]
  log: Log
  /** No other process works on these jobs: whatever is begun was begun by one that is dead. */
  isAlone?: boolean
}

const concurrency = 4

/** Works through the jobs until it is closed; what runs by then is waited for. */
export async function startJobs(options: Options): Promise<AsyncDisposable> {
  const { connection, log, isAlone = false } = options
  const pool = new pg.Pool({ max: concurrency + 2, ...connection })
  const onLost = (error: Error) => log.warn({ err: error }, 'a connection of the jobs was lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const tasks = [...options.tasks, releaseTask(pool)]
  const begin = async () => {
    await releaseJobs(pool, isAlone ? 0 : longestJobMinutes)
    return startRunner(pool, tasks, log)
  }

  let runner: Runner | undefined = await begin()
  const closing = new AbortController()
  const ended = keepRunning()

  async function keepRunning() {
    while (!closing.signal.aborted) {
      await runner?.promise.catch((error: unknown) => log.error({ err: error }, 'jobs stopped'))
      runner = undefined
      if (closing.signal.aborted) return
      await pause(1_000, undefined, { signal: closing.signal }).catch(() => {})
      if (!closing.signal.aborted) runner = await begin().catch(() => undefined)
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

/** None of ours takes nearly as long. */
const longestJobMinutes = 10

function releaseTask(pool: pg.Pool): Task {
  return {
    name: 'release-jobs',
    cron: '*/5 * * * *',
    run: () => releaseJobs(pool, longestJobMinutes),
  }
}

/** A process that is killed never gives its jobs back; graphile-worker itself waits four hours for that. */
async function releaseJobs(pool: pg.Pool, minutes: number): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_at <= now() - make_interval(mins => $1)`,
    [minutes],
  )
}

function startRunner(pool: pg.Pool, tasks: Task[], log: Log): Promise<Runner> {
  const crontab = tasks.filter((task) => task.cron !== undefined)
  return run({
    pgPool: pool,
    concurrency,
    // A hint comes by NOTIFY; this is for when it does not.
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: 2_000,
        // Without a batch, a job that cannot be struck off because the database is away ends the process; with one, it
        // ends the runner, which is started again.
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
      crontab.map(({ name, cron }) => ({ task: name, match: cron ?? '' })),
    ),
  })
}
