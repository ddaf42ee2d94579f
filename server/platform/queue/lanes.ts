import type { PoolName } from '../database/pools.ts'

/**
 * A lane has its own workers, so that slow jobs of one lane never delay another. `webhooks` asks the provider about payments and books them,
 * `payments` checks and refunds money, `mail` talks to the mail server, `identity` to the hosted provider of accounts, `images` to the image storage,
 * `checks` compares with the payment provider's lists, `maintenance` does the rest.
 */
export type Lane = {
  concurrency: number
  /** True if one statement fetches as many jobs as there are free workers. */
  isBatched?: boolean
  /** The pool from which the lane's jobs take their connections. */
  pool: PoolName
  /** Deadline of one job. */
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
