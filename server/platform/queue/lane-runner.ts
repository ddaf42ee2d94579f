import { setTimeout as delay } from 'node:timers/promises'

import { Logger, parseCronItems, run, type Runner } from 'graphile-worker'
import type pg from 'pg'

import { Outage } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import type { Lane, LaneName } from './lanes.ts'
import { type Task, runInLane } from './queue.ts'

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
export type LaneState = { lane: LaneName; pausedUntil: Date | null }

const restartMs = 1_000
/** Jobs that still run this long after a stop are asked to end. */
const graceMs = 2_000

/** Runs the jobs of one lane. Starts the workers again when they lose the database and after a pause of the circuit breaker. */
export async function startLane(options: LaneOptions) {
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
  return {
    state: (): LaneState => ({ lane: name, pausedUntil }),
    stop: () => (stopped ??= stop()),
  }

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
