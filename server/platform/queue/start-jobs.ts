import { makeWorkerUtils, Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import type pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'

import { openPrimaryPool, type Connection } from '../database/primary.ts'
import type { Log } from '../runtime/log.ts'
import {
  laneNames,
  lanes,
  maxJobMinutes,
  type Lane,
  type LaneName,
  type Task,
  runInLane,
} from './queue.ts'
import { Outage } from '../runtime/errors.ts'

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

export type Jobs = Awaited<ReturnType<typeof startJobs>>

/** The name of a running server's connections in pg_stat_activity. */
export const jobsApplication = 'ajo jobs'

export const giveUpTask = 'give-up-jobs'

/**
 * One listens for new jobs, one fetches and completes them, and one replaces a connection that was cut while the library still holds
 * it. The library wants one for each running job, unless the lane fetches and completes jobs in batches.
 */
const minConnections = 3

/** Runs jobs until it is disposed, which waits for the running ones. Each lane has its own workers and connections. */
export async function startJobs(options: JobsOptions) {
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

type LaneOptions = {
  name: LaneName
  lane: Lane
  pool: pg.Pool
  tasks: Task[]
  log: Log
  /** Runs before the workers start, also when they start again. */
  beforeStart: () => Promise<void>
}

/** `pausedUntil`: the lane takes no jobs because a service outside fails. */
type LaneState = { lane: LaneName; pausedUntil: Date | null }

const restartMs = 1_000
/** Jobs that still run this long after a stop are asked to end. */
const graceMs = 2_000

/** Runs the jobs of one lane. Starts the workers again when they lose the database and after a pause of the circuit breaker. */
async function startLane(options: LaneOptions) {
  const { name, lane, log, beforeStart } = options
  const breaker = circuitBreaker(lane)
  const closing = new AbortController()
  const aborting = new AbortController()
  let pausedUntil: Date | null = null
  let restartNow = false

  const start = async () => {
    await beforeStart()
    const concurrency = breaker.isProbing() ? 1 : lane.concurrency
    return startRunner(options, concurrency, { onOutage, onSuccess, stopping: aborting.signal })
  }
  let runner: Runner | undefined = await start()
  const ended = keepRunning()
  let stopped: Promise<void> | undefined
  return { state: (): LaneState => ({ lane: name, pausedUntil }), stop: () => (stopped ??= stop()) }

  async function stop() {
    closing.abort()
    const timer = setTimeout(() => aborting.abort(new Error('the server stops')), graceMs)
    await stopRunner()
    await ended
    clearTimeout(timer)
  }

  async function keepRunning() {
    while (!closing.signal.aborted) {
      await runner?.promise.catch((error: unknown) =>
        log.error({ err: error, lane: name }, 'the job runner stopped'),
      )
      runner = undefined
      const waitMs = restartNow ? 0 : Math.max(toRemainingMs(pausedUntil), restartMs)
      restartNow = false
      await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {})
      pausedUntil = null
      if (!closing.signal.aborted) runner = await start().catch(() => undefined)
    }
    // A stop during a start finds no runner yet.
    await stopRunner()
  }

  function onOutage(task: string, error: Outage) {
    if (pausedUntil) return
    const pauseMs = breaker.fail(task)
    if (pauseMs === undefined) return
    pausedUntil = new Date(Date.now() + pauseMs)
    log.error({ err: error, lane: name, task, pauseMs }, 'the lane pauses after failures in a row')
    void stopRunner()
  }

  function onSuccess(task: string) {
    if (pausedUntil || !breaker.succeed(task)) return
    log.info({ lane: name, task }, 'the lane runs at full concurrency again')
    restartNow = true
    void stopRunner()
  }

  async function stopRunner() {
    // Rejects if the runner is stopping already.
    await runner?.stop().catch(() => {})
  }
}

const toRemainingMs = (until: Date | null) => (until ? until.getTime() - Date.now() : 0)

type Outcomes = {
  onOutage: (task: string, error: Outage) => void
  onSuccess: (task: string) => void
  stopping: AbortSignal
}

function startRunner(
  { pool, tasks, lane, log }: LaneOptions,
  concurrency: number,
  outcomes: Outcomes,
): Promise<Runner> {
  return run({
    pgPool: pool,
    concurrency,
    // Jobs are announced by NOTIFY; polling finds those whose announcement was lost.
    pollInterval: 1_000,
    noHandleSignals: true,
    preset: {
      worker: {
        // Without a batch, a job that cannot be completed while the database is away ends the process. With a batch it ends the
        // runner, which is started again.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        ...(lane.isBatched && { localQueue: { size: concurrency } }),
      },
    },
    logger: new Logger(() => (level, message) => {
      // A batched lane needs fewer connections than workers, which the library warns about.
      if (lane.isBatched && message.includes('maxPoolSize')) return
      if (level === 'error' || level === 'warning') log.warn(`jobs: ${message}`)
    }),
    taskList: Object.fromEntries(
      tasks.map((task) => [task.name, toRunnerTask(lane, task, outcomes)]),
    ),
    parsedCronItems: parseCronItems(
      tasks.flatMap((task) =>
        task.cron === undefined
          ? []
          : [{ task: task.name, match: task.cron, options: toCronOptions(task) }],
      ),
    ),
  })
}

/**
 * The key leaves one waiting copy of a scheduled job, however long the lane pauses. The queue keeps a copy from starting while the one
 * before it runs.
 */
export const toCronOptions = ({ name, queue = name, mayOverlap }: Task) => ({
  jobKey: `scheduled ${name}`,
  ...(!mayOverlap && { queueName: queue }),
})

function toRunnerTask(lane: Lane, task: Task, { onOutage, onSuccess, stopping }: Outcomes) {
  return async (payload: unknown) => {
    try {
      await runInLane(lane, task, { payload, stopping })
    } catch (error) {
      if (error instanceof Outage) onOutage(task.name, error)
      throw error
    }
    onSuccess(task.name)
  }
}

const maxPauses = 10

/**
 * Counts failures in a row of services outside. Only a success of a task that failed ends the count, because other tasks of the lane may
 * not use the service.
 */
export function circuitBreaker({
  failuresToPause,
  pauseMs,
}: Pick<Lane, 'failuresToPause' | 'pauseMs'>) {
  const failing = new Set<string>()
  let failures = 0
  let pauses = 0
  return {
    /** True after a pause: the lane runs one job at a time until one succeeds. */
    isProbing: () => pauses > 0,

    /** Returns the length of the pause if the lane must pause now. */
    fail(task: string): number | undefined {
      failing.add(task)
      failures += 1
      if (pauses === 0 && failures < failuresToPause) return undefined
      pauses += 1
      return Math.min(2 ** (pauses - 1), maxPauses) * pauseMs
    },

    /** True if the success ends the probing. */
    succeed(task: string): boolean {
      if (!failing.has(task)) return false
      const wasProbing = pauses > 0
      failing.clear()
      failures = 0
      pauses = 0
      return wasProbing
    },
  }
}
