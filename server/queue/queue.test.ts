import { afterEach, expect, it, vi } from 'vitest'

import { testDatabase } from '#test/database.ts'

import { openLog } from '../runtime/log.ts'
import { enqueueJob, startJobs, type Task } from './queue.ts'

const { database, connection, owner, empty } = await testDatabase()
const log = openLog('silent')

afterEach(empty)

const working = (...tasks: Task[]) => startJobs({ connection, log, tasks })

it('does a job that was entered in a transaction of the application', async () => {
  const done = Promise.withResolvers<unknown>()
  await using _jobs = await working({
    name: 'water',
    run: async (payload) => done.resolve(payload),
  })

  await database.transaction((queries) =>
    enqueueJob(queries, { task: 'water', payload: { plant: 'fern' } }),
  )

  expect(await done.promise).toEqual({ plant: 'fern' })
})

it('forgets a job whose transaction did not hold', async () => {
  const failing = database.transaction(async (queries) => {
    await enqueueJob(queries, { task: 'water' })
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  expect((await owner.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0)
})

it('keeps one waiting job for each key', async () => {
  for (const plant of ['fern', 'palm'])
    await enqueueJob(database, { task: 'water', payload: { plant }, key: 'garden' })

  const { rows } = await owner.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { plant: 'palm' } }])
})

it('tries again what failed, and only so often', async () => {
  const tried = vi.fn()
  const failing = { name: 'water', run: async () => Promise.reject(tried()) }
  await using _jobs = await working(failing)

  await enqueueJob(database, { task: 'water', attempts: 2 })
  const waiting = async () => {
    const { rows } = await owner.pool.query(
      'select attempts, max_attempts, run_at > now() as later from graphile_worker._private_jobs where locked_at is null',
    )
    return rows
  }
  await expect.poll(waiting).toEqual([{ attempts: 1, max_attempts: 2, later: true }])
  expect(tried).toHaveBeenCalledTimes(1)
})

it('does again what a process that is dead had begun, if it is alone', async () => {
  const done = Promise.withResolvers<unknown>()
  await enqueueJob(database, { task: 'water' })
  await owner.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), attempts = 1`,
  )

  await using _jobs = await startJobs({
    connection,
    log,
    tasks: [{ name: 'water', run: async (payload) => done.resolve(payload) }],
    isAlone: true,
  })

  expect(await done.promise).toEqual({})
})

it('leaves what another process has begun, until that is hopeless', async () => {
  const done = Promise.withResolvers<unknown>()
  for (const plant of ['fern', 'palm'])
    await enqueueJob(database, { task: 'water', payload: plant })
  await owner.pool.query(
    `update graphile_worker._private_jobs set attempts = 1, locked_by = payload::text,
       locked_at = now() - (case payload::text when '"palm"' then 11 else 1 end) * interval '1 minute'`,
  )

  await using _jobs = await working({
    name: 'water',
    run: async (payload) => done.resolve(payload),
  })

  expect(await done.promise).toBe('palm')
  const { rows } = await owner.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toContainEqual({ payload: 'fern' })
})

it('waits for what it is doing before it closes', async () => {
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const finished = vi.fn()
  const jobs = await working({
    name: 'water',
    run: async () => {
      begun.resolve()
      await finish.promise
      finished()
    },
  })
  await enqueueJob(database, { task: 'water' })
  await begun.promise

  const closed = jobs[Symbol.asyncDispose]()
  finish.resolve()
  await closed

  expect(finished).toHaveBeenCalledTimes(1)
})

it('strikes a job off, or does it again, when the database goes away as it ends', async () => {
  const done = vi.fn()
  await using _jobs = await startJobs({
    connection,
    log,
    isAlone: true,
    tasks: [
      {
        name: 'water',
        run: async () => {
          done()
          if (done.mock.calls.length === 1) await cutConnections()
        },
      },
    ],
  })

  await enqueueJob(database, { task: 'water' })

  const left = async () =>
    (await owner.pool.query('select from graphile_worker._private_jobs')).rowCount
  await expect.poll(() => done).toHaveBeenCalled()
  await expect.poll(left).toBe(0)
})

it('goes on after all its connections were cut', async () => {
  const done = vi.fn()
  await using _jobs = await working({ name: 'water', run: async () => done() })

  await cutConnections()
  await vi.waitFor(() => enqueueJob(database, { task: 'water' }), { timeout: 10_000 })

  await expect.poll(() => done).toHaveBeenCalled()
})

/** All but the one that says so. */
async function cutConnections() {
  await owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}
