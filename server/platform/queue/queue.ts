import type { Queries } from '../database/database.ts'
import { withPool, type PoolName } from '../database/pools.ts'
import { sql, type Sql } from '../database/sql.ts'
import { Outage } from '../runtime/errors.ts'
import { toCarrier } from '../runtime/tracing.ts'

/** Background work. A job runs at least once, so running it twice must change nothing more. */
export interface Task {
  name: string
  lane: LaneName
  /** A job that throws is retried with growing delays. `signal` is aborted at the deadline of the lane and when the server stops. */
  run: (payload: unknown, signal?: AbortSignal) => Promise<void>
  /** Schedule as 'minute hour day month weekday', in UTC. */
  cron?: string
  /** Jobs with the same queue run one after the other, in all processes together. Scheduled jobs without one have a queue of their own. */
  queue?: string
  /** A scheduled job that may run although the one before it has not ended. */
  mayOverlap?: true
}

export type Job = {
  task: string
  payload?: object
  /** Replaces a waiting job with the same key. */
  key?: string
  /** As in `Task`. */
  queue?: string
  runAt?: Date
  attempts?: number
  /** Of the due jobs of a lane, the one with the smallest runs first. */
  priority?: number
}

export type PlainJob = Pick<Job, 'task' | 'payload'> & { key: string }

/** Enqueues a job in the caller's transaction, so that it exists only if its cause does. */
export async function enqueueJob(queries: Queries, job: Job): Promise<void> {
  const payload = JSON.stringify({ ...job.payload, ...toCarrier() })
  await queries.run(sql`select job.enqueue(${job.task}, ${payload}::json, ${job.key ?? null},
    ${job.runAt ?? null}::timestamptz, ${job.attempts ?? null}::integer, ${job.queue ?? null}, ${job.priority ?? 0}::integer)`)
}

/** Enqueues jobs that have nothing but a task, a payload and a key, in one statement. */
export async function enqueueAll(queries: Queries, jobs: readonly PlainJob[]): Promise<void> {
  await queries.run(sql`
    select job.enqueue(task, payload, key, null, null, null, 0)
    from unnest(${jobs.map(({ task }) => task)}::text[], ${jobs.map(({ payload }) => JSON.stringify(payload ?? {}))}::json[],
      ${jobs.map(({ key }) => key)}::text[]) as job (task, payload, key)`)
}

type RowJobs = { task: string; payload: Sql; key: Sql; priority?: Sql }

/** An SQL expression that enqueues one job for each row, within the statement that causes them. */
export function enqueueJobs({ task, payload, key, priority = sql`0` }: RowJobs): Sql {
  return sql`job.enqueue_all(${task}, array_agg(${payload}), array_agg(${key}), array_agg(${priority}))`
}

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

/**
 * A lane has its own workers, so that slow jobs of one lane never delay another. `webhooks` asks the provider about payments and books them,
 * `payments` checks and refunds money, `mail` talks to the mail server, `identity` to the hosted provider of accounts, `images` to the image storage,
 * `checks` compares with the payment provider's lists, `outgoing` tells programs of organisers about events, `maintenance` does the rest.
 */
export type Lane = {
  concurrency: number
  /** True if one statement fetches as many jobs as there are free workers. */
  isBatched?: boolean
  /** The pool from which the lane's jobs take their connections. */
  pool: PoolName
  timeoutMs: number
  /** A job that failed this often is not retried. The delays between attempts grow from seconds to hours. */
  attempts: number
  /** After this many failures in a row of a service outside, the lane pauses. */
  failuresToPause: number
  /** The first pause. Each further one is twice as long, up to 10 times. */
  pauseMs: number
}

const minuteMs = 60_000

/** Deadlines are shorter than `maxJobMinutes`, after which other processes take the jobs of a process that does not respond. */
export const lanes = {
  // A job waits for the provider nearly all the time, and what it reads and writes shares statements with other jobs.
  webhooks: {
    concurrency: 128,
    isBatched: true,
    pool: 'money',
    timeoutMs: minuteMs,
    attempts: 25,
    failuresToPause: 8,
    pauseMs: 3_000,
  },
  payments: {
    concurrency: 4,
    pool: 'money',
    timeoutMs: 5 * minuteMs,
    attempts: 25,
    failuresToPause: 8,
    pauseMs: 3_000,
  },
  mail: {
    concurrency: 4,
    pool: 'jobs',
    timeoutMs: minuteMs,
    attempts: 10,
    failuresToPause: 4,
    pauseMs: 15_000,
  },
  identity: {
    concurrency: 2,
    pool: 'jobs',
    timeoutMs: minuteMs,
    attempts: 10,
    failuresToPause: 4,
    pauseMs: 15_000,
  },
  images: {
    concurrency: 1,
    pool: 'jobs',
    timeoutMs: 5 * minuteMs,
    attempts: 10,
    failuresToPause: 3,
    pauseMs: minuteMs,
  },
  checks: {
    concurrency: 1,
    pool: 'money',
    timeoutMs: 9 * minuteMs,
    attempts: 10,
    failuresToPause: 3,
    pauseMs: 30_000,
  },
  // A receiver that does not answer is no outage of ours, so its jobs end well and plan the next attempt.
  outgoing: {
    concurrency: 4,
    pool: 'jobs',
    timeoutMs: 5 * minuteMs,
    attempts: 25,
    failuresToPause: 5,
    pauseMs: 30_000,
  },
  maintenance: {
    concurrency: 3,
    pool: 'jobs',
    timeoutMs: 5 * minuteMs,
    attempts: 25,
    failuresToPause: 5,
    pauseMs: 30_000,
  },
} as const satisfies Record<string, Lane>

export type LaneName = keyof typeof lanes
export const laneNames = Object.keys(lanes) as LaneName[]

/** No job runs longer. A lock that is older belongs to a process that was killed. */
export const maxJobMinutes = 10
