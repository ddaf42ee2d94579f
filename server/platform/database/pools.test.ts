import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import { openDatabasePools, withPool, type PoolName } from './pools.ts'
import { sql } from './sql.ts'

const { connection } = await testDatabase()
const sizes = { people: 2, money: 2, jobs: 2 }
const database = openDatabasePools(connection, { sizes, timeoutMs: 30_000, onIdleError: () => {} })
afterAll(() => database[Symbol.asyncDispose]())

const getConnection = () =>
  database.row(z.object({ pid: z.int() }), sql`select pg_backend_pid() as pid`)

/** Holds all connections of a pool until `release` is called. */
async function occupy(name: PoolName) {
  const finish = Promise.withResolvers<void>()
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = withPool(name, () =>
    Promise.all(
      started.map(({ resolve }) =>
        database.transaction(async () => {
          resolve()
          await finish.promise
        }),
      ),
    ),
  )
  await Promise.all(started.map(({ promise }) => promise))
  return async () => {
    finish.resolve()
    await done
  }
}

it.each([
  ['jobs', 'money'],
  ['jobs', 'people'],
  ['people', 'money'],
] as const)(
  'while all connections for %s are taken, answers queries of %s',
  async (taken, free) => {
    const release = await occupy(taken)
    expect(await withPool(free, getConnection)).toBeDefined()
    await release()
  },
)

it('takes connections from the pool for people where nothing else is chosen', async () => {
  const people = await withPool('people', async () => [database.pool, await getConnection()])
  expect(database.pool).toBe(people[0])
  expect(withPool('money', () => database.pool)).not.toBe(database.pool)
})
