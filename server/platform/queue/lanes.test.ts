import { afterEach, expect, it, vi } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { listWaitingJobs } from '#test/support/database/jobs.ts'

import { openLog } from '../runtime/log.ts'
import { Outage } from '../runtime/errors.ts'
import { lanes, maxJobMinutes, type Lane, type LaneName, enqueueJob, type Task } from './queue.ts'
import { giveUpTask, startJobs } from './start-jobs.ts'

const { database, connection, owner, empty } = await testDatabase()
const log = openLog('silent')

afterEach(empty)

const start = (tasks: Task[], changes: Partial<Record<LaneName, Partial<Lane>>> = {}) =>
  startJobs({
    connection,
    log,
    tasks,
    lanes: Object.fromEntries(
      Object.entries(lanes).map(([name, lane]) => [
        name,
        { ...lane, ...changes[name as LaneName] },
      ]),
    ) as Record<LaneName, Lane>,
  })

const enqueue = async (task: string, count = 1) => {
  for (let number = 0; number < count; number += 1)
    await enqueueJob(database, { task, payload: { number } })
}
const countJobs = async () =>
  (await owner.pool.query('select from graphile_worker.jobs')).rowCount ?? 0

it('runs payment jobs while all workers of the mail lane hang and mails wait', async () => {
  const hanging = Promise.withResolvers<void>()
  const order: string[] = []
  const paid = vi.fn(async () => void order.push('paid'))
  await using _jobs = await start([
    {
      name: 'send',
      lane: 'mail',
      run: async () => {
        order.push('send')
        await hanging.promise
      },
    },
    { name: 'pay', lane: 'payments', run: paid },
  ])
  await enqueue('send', 60)
  await expect.poll(() => order.length).toBe(lanes.mail.concurrency)
  await enqueue('pay', 40)

  await expect.poll(() => paid.mock.calls.length).toBe(40)
  expect(order.filter((name) => name === 'send')).toHaveLength(lanes.mail.concurrency)
  hanging.resolve()
})

it('runs 100 webhooks at the same time with three connections', async () => {
  const all = Promise.withResolvers<void>()
  let running = 0
  const ended = vi.fn()
  const verify = async () => {
    running += 1
    if (running === 100) all.resolve()
    await all.promise
    ended()
  }
  await using _jobs = await start([{ name: 'verify', lane: 'webhooks', run: verify }])
  await enqueue('verify', 100)

  await expect.poll(() => ended.mock.calls.length).toBe(100)
  await expect.poll(countJobs).toBe(0)
})

it('fails a job at the deadline of its lane, aborts its signal, and gives its worker to the next job', async () => {
  let aborted: unknown
  const next = vi.fn(async () => {})
  await using _jobs = await start(
    [
      {
        name: 'hang',
        lane: 'images',
        run: async (_payload, signal) => {
          signal?.addEventListener('abort', () => (aborted = signal.reason))
          await new Promise(() => {})
        },
      },
      { name: 'next', lane: 'images', run: next },
    ],
    { images: { timeoutMs: 50 } },
  )
  await enqueue('hang')
  await enqueue('next')

  await expect.poll(() => next.mock.calls.length).toBe(1)
  expect(aborted).toMatchObject({ name: 'JobTimeout' })
  await expect.poll(() => listWaitingJobs(owner)).toMatchObject([{ task: 'hang', attempts: 1 }])
})

it('pauses a lane after failures in a row of a service, then runs one job at a time until one succeeds', async () => {
  let isDown = true
  let running = 0
  const peaks: number[] = []
  const done = vi.fn()
  const jobs = await start(
    [
      {
        name: 'ask',
        lane: 'images',
        run: async () => {
          running += 1
          peaks.push(running)
          await new Promise((resolve) => setTimeout(resolve, 20))
          running -= 1
          if (isDown) throw new Outage('no response')
          done()
        },
      },
    ],
    { images: { concurrency: 3, failuresToPause: 3, pauseMs: 200 } },
  )
  await using _jobs = jobs
  const isPaused = () => jobs.listLanes().some(({ pausedUntil }) => pausedUntil !== null)
  await enqueue('ask', 3)
  await expect.poll(isPaused).toBe(true)

  isDown = false
  peaks.length = 0
  await enqueue('ask', 5)
  await expect.poll(() => done.mock.calls.length).toBeGreaterThanOrEqual(5)
  expect(peaks[0]).toBe(1)
  await expect.poll(isPaused).toBe(false)
})

it('ends when it is disposed while a lane starts again after a pause', async () => {
  const ask = async () => {
    throw new Outage('the service is down')
  }
  const jobs = await start([{ name: 'ask', lane: 'webhooks', run: ask }], {
    webhooks: { failuresToPause: 1, pauseMs: 1_000 },
  })
  await enqueue('ask')
  await expect.poll(() => listWaitingJobs(owner)).toMatchObject([{ task: 'ask', attempts: 1 }])
  const held = await owner.pool.connect()
  // The first statement of a start reads this table.
  await held.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')
  await expect.poll(countWaitingStarts).toBeGreaterThan(0)

  const ended = jobs[Symbol.asyncDispose]()
  await held.query('rollback')
  held.release()

  await ended
})

const countWaitingStarts = async () => {
  const { rowCount } = await owner.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%locked_by as worker%'`,
  )
  return rowCount
}

it('keeps running when a job fails for a reason of its own', async () => {
  const jobs = await start(
    [
      {
        name: 'wrong',
        lane: 'images',
        run: async () => Promise.reject(new Error('wrong payload')),
      },
    ],
    { images: { failuresToPause: 2 } },
  )
  await using _jobs = jobs
  await enqueue('wrong', 4)
  await expect
    .poll(async () => (await listWaitingJobs(owner)).map(({ attempts }) => attempts))
    .toEqual([1, 1, 1, 1])
  expect(jobs.listLanes().every(({ pausedUntil }) => pausedUntil === null)).toBe(true)
})

it('gives a job up after the attempts of its lane, and keeps it', async () => {
  await using _jobs = await start(
    [{ name: 'wrong', lane: 'images', run: async () => Promise.reject(new Error('no')) }],
    { images: { attempts: 1 } },
  )
  await enqueue('wrong')
  await expect.poll(() => listWaitingJobs(owner)).toMatchObject([{ task: 'wrong', attempts: 1 }])
  await enqueueJob(database, { task: giveUpTask })
  await expect
    .poll(() => listWaitingJobs(owner))
    .toMatchObject([{ task: 'wrong', attempts: 25, maxAttempts: 25 }])
  await expect.poll(countJobs).toBe(1)
})

it('leaves the running jobs of other lanes alone when one lane starts again', async () => {
  const finish = Promise.withResolvers<void>()
  const slow = vi.fn(async () => finish.promise)
  let failures = 0
  await using _jobs = await startJobs({
    connection,
    log,
    isAlone: true,
    lanes: { ...lanes, images: { ...lanes.images, failuresToPause: 1, pauseMs: 10 } },
    tasks: [
      { name: 'slow', lane: 'payments', run: slow },
      {
        name: 'ask',
        lane: 'images',
        run: async () => {
          failures += 1
          throw new Outage('no response')
        },
      },
    ],
  })
  await enqueue('slow')
  await expect.poll(() => slow.mock.calls.length).toBe(1)
  await enqueue('ask')
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2)

  expect(slow).toHaveBeenCalledTimes(1)
  const locked = await owner.pool.query(
    `select from graphile_worker.jobs where task_identifier = 'slow' and locked_at is not null`,
  )
  expect(locked.rowCount).toBe(1)
  finish.resolve()
})

it('has deadlines shorter than the time after which a lock counts as that of a killed process', () => {
  expect(Math.max(...Object.values(lanes).map(({ timeoutMs }) => timeoutMs))).toBeLessThan(
    maxJobMinutes * 60_000,
  )
})
