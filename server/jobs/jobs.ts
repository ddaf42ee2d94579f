import { setTimeout as pause } from 'node:timers/promises'

import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import pg from 'pg'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log.ts'

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

type Options = {
  /** As the owner: the tables of the jobs are out of the application's reach. */
  connection: pg.PoolConfig
  tasks: Task[]
  log: Log
}

const concurrency = 4

/** Works through the jobs until it is closed; what runs by then is waited for. */
export async function startJobs({ connection, tasks, log }: Options): Promise<AsyncDisposable> {
  const pool = new pg.Pool({ max: concurrency + 2, ...connection })
  const onLost = (error: Error) => log.warn({ err: error }, 'a connection of the jobs was lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  const begin = () => startRunner(pool, tasks, log)

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

function startRunner(pool: pg.Pool, tasks: Task[], log: Log): Promise<Runner> {
  const crontab = tasks.filter((task) => task.cron !== undefined)
  return run({
    pgPool: pool,
    concurrency,
    // A hint comes by NOTIFY; this is for when it does not.
    pollInterval: 1_000,
    noHandleSignals: true,
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
