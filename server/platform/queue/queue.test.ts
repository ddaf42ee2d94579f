import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, expect, it, vi } from 'vitest'

import { openTestApp } from '#test/support/servers/app.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { listWaitingJobs, lockAsKilledProcess, runJobs } from '#test/support/database/jobs.ts'

import { openLog } from '../runtime/log.ts'
import { toCronOptions, startJobs } from './start-jobs.ts'
import { enqueueJob, type Task } from './queue.ts'

const { database, connection, owner, empty } = await testDatabase()
const log = openLog('silent')

afterEach(empty)

const start = (...tasks: Task[]) => startJobs({ connection, log, tasks })

it('runs a job that was enqueued in a transaction of the application', async () => {
  const payload = Promise.withResolvers<unknown>()
  await using _jobs = await start({
    name: 'water',
    lane: 'maintenance',
    run: async (given) => payload.resolve(given),
  })

  await database.transaction((queries) =>
    enqueueJob(queries, { task: 'water', payload: { plant: 'fern' } }),
  )

  expect(await payload.promise).toEqual({ plant: 'fern' })
})

it('drops a job whose transaction was rolled back', async () => {
  const failing = database.transaction(async (queries) => {
    await enqueueJob(queries, { task: 'water' })
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  expect(await listWaitingJobs(owner)).toEqual([])
})

it('replaces a waiting job with the same key', async () => {
  for (const plant of ['fern', 'palm'])
    await enqueueJob(database, { task: 'water', payload: { plant }, key: 'garden' })

  const payloads: unknown[] = []
  await runJobs(owner, [
    { name: 'water', lane: 'maintenance', run: async (payload) => void payloads.push(payload) },
  ])
  expect(payloads).toEqual([{ plant: 'palm' }])
})

it('gives each scheduled task of the app a queue, so that none runs beside itself', async () => {
  await using app = await openTestApp(database)
  const scheduled = app.tasks.filter(({ cron }) => cron !== undefined)
  expect(scheduled.length).toBeGreaterThan(30)
  expect(scheduled.filter((task) => !('queueName' in toCronOptions(task)))).toEqual([])
  // A lane does not wait for another (lanes.test.ts), so payments do not wait for a mail server.
  expect(app.tasks.find(({ name }) => name === 'process-webhook')?.lane).toBe('webhooks')
})

it('runs jobs of one queue one after the other, although the lane has free workers', async () => {
  const running = new Set<unknown>()
  const most: number[] = []
  await using _jobs = await start({
    name: 'water',
    lane: 'maintenance',
    run: async (payload) => {
      running.add(payload)
      most.push(running.size)
      await delay(50)
      running.delete(payload)
    },
  })

  for (const plant of ['fern', 'palm', 'rose'])
    await enqueueJob(database, { task: 'water', payload: { plant }, queue: 'garden' })

  await expect.poll(() => most).toEqual([1, 1, 1])
})

it('retries a failed job later, up to its number of attempts', async () => {
  const run = vi.fn(async () => Promise.reject(new Error('no')))
  await using _jobs = await start({ name: 'water', lane: 'maintenance', run })

  await enqueueJob(database, { task: 'water', attempts: 2 })

  await expect
    .poll(() => listWaitingJobs(owner))
    .toMatchObject([{ attempts: 1, maxAttempts: 2, isDelayed: true }])
  expect(run).toHaveBeenCalledTimes(1)
})

it('runs the job of a killed process again at the start, if it is the only process', async () => {
  const payload = Promise.withResolvers<unknown>()
  await enqueueJob(database, { task: 'water' })
  await lockAsKilledProcess(owner)

  await using _jobs = await startJobs({
    connection,
    log,
    tasks: [{ name: 'water', lane: 'maintenance', run: async (given) => payload.resolve(given) }],
    isAlone: true,
  })

  expect(await payload.promise).toEqual({})
})

it('runs the job of another process again only after it was locked for ten minutes', async () => {
  const payloads: unknown[] = []
  await enqueueJob(database, { task: 'water', payload: { plant: 'palm' } })
  await lockAsKilledProcess(owner, 11)
  await enqueueJob(database, { task: 'water', payload: { plant: 'fern' } })
  await lockAsKilledProcess(owner, 9)

  await using _jobs = await start({
    name: 'water',
    lane: 'maintenance',
    run: async (payload) => void payloads.push(payload),
  })

  await expect.poll(() => payloads).toEqual([{ plant: 'palm' }])
  const { rows } = await owner.pool.query('select locked_by from graphile_worker.jobs')
  expect(rows).toContainEqual({ locked_by: 'killed 9' })
})

it('waits for running jobs when it is disposed', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const finished = vi.fn()
  const jobs = await start({
    name: 'water',
    lane: 'maintenance',
    run: async () => {
      started.resolve()
      await finish.promise
      finished()
    },
  })
  await enqueueJob(database, { task: 'water' })
  await started.promise

  const disposed = jobs[Symbol.asyncDispose]()
  finish.resolve()
  await disposed

  expect(finished).toHaveBeenCalledTimes(1)
})

it('completes a job or runs it again when the database connections are cut at its end', async () => {
  const run = vi.fn()
  await using _jobs = await startJobs({
    connection,
    log,
    isAlone: true,
    tasks: [
      {
        name: 'water',
        lane: 'maintenance',
        run: async () => {
          run()
          if (run.mock.calls.length === 1) await cutConnections()
        },
      },
    ],
  })

  await enqueueJob(database, { task: 'water' })

  const countJobs = async () =>
    (await owner.pool.query('select from graphile_worker.jobs')).rowCount
  await expect.poll(() => run).toHaveBeenCalled()
  await expect.poll(countJobs).toBe(0)
})

it('continues after all its connections were cut', async () => {
  const run = vi.fn()
  await using _jobs = await start({ name: 'water', lane: 'maintenance', run: async () => run() })

  await cutConnections()
  await vi.waitFor(() => enqueueJob(database, { task: 'water' }), { timeout: 10_000 })

  await expect.poll(() => run).toHaveBeenCalled()
})

/** Terminates all connections to the test's database but the one that runs this query. */
async function cutConnections() {
  await owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}
