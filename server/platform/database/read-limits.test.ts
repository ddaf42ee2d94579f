import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import { StatementStopped } from './database-unavailable.ts'
import { asSharedWork, openDatabase, withReadLimits } from './database.ts'
import { openDatabasePools, withPool } from './pools.ts'
import { sql } from './sql.ts'

const { connection, owner } = await testDatabase()
const onIdleError = () => {}
const longSleep = sql`select pg_sleep(600)`

/** The statements that sleep in this database. */
const countSleeping = async () =>
  (
    await owner.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and state = 'active' and query ~ 'pg_sleep' and pid <> pg_backend_pid()`,
    )
  ).rowCount

const readPid = z.object({ pid: z.int() })

it('a statement that takes longer than its pool allows is stopped in PostgreSQL', async () => {
  await using database = openDatabase(connection, { statementMs: 100, onIdleError })
  await expect(database.run(longSleep)).rejects.toThrow(StatementStopped)
  // PostgreSQL answers before it lists the statement as ended.
  await expect.poll(countSleeping).toBe(0)
})

it('a transaction is stopped and rolled back at the timeout of its pool, and runs up to its own', async () => {
  await using database = openDatabase(connection, { statementMs: 100, onIdleError })
  const sleep = sql`select pg_sleep(0.5)`
  await expect(database.transaction(({ run }) => run(sleep))).rejects.toThrow(StatementStopped)
  expect(await database.transaction(({ run }) => run(sleep), { timeoutMs: 60_000 })).toBe(1)
  await expect(database.run(sleep)).rejects.toThrow(StatementStopped)
})

it('each kind of work has a timeout of its own', async () => {
  const sizes = { people: 1, money: 1, jobs: 1 }
  const statementMs = { people: 100, money: 60_000, jobs: 60_000 }
  await using database = openDatabasePools(connection, { sizes, statementMs, onIdleError })
  const sleep = sql`select pg_sleep(0.5)`
  await expect(database.run(sleep)).rejects.toThrow(StatementStopped)
  expect(await withPool('jobs', () => database.run(sleep))).toBe(1)
})

it('a read with a longer limit outlasts the timeout of its pool', async () => {
  await using database = openDatabase(connection, { statementMs: 100, onIdleError })
  const { signal } = new AbortController()
  const read = () => database.run(sql`select pg_sleep(0.5)`)
  expect(await withReadLimits({ signal, timeoutMs: 60_000 }, read)).toBe(1)
})

it('a read whose reader goes away is stopped in PostgreSQL, and its connection is used again', async () => {
  await using database = openDatabase(connection, { max: 1, onIdleError })
  const before = await database.row(readPid, sql`select pg_backend_pid() as pid`)
  const reader = new AbortController()
  const read = withReadLimits({ signal: reader.signal, timeoutMs: 60_000 }, () =>
    database.run(longSleep),
  )
  const failure = read.catch((error: unknown) => error)
  await expect.poll(countSleeping).toBe(1)
  reader.abort()
  expect(await failure).toBeInstanceOf(StatementStopped)

  await expect.poll(countSleeping).toBe(0)
  expect(await database.row(readPid, sql`select pg_backend_pid() as pid`)).toEqual(before)
})

it('a read does not start after its reader has gone', async () => {
  await using database = openDatabase(connection, { onIdleError })
  const read = () => database.run(sql`select 1`)
  await expect(withReadLimits({ signal: AbortSignal.abort() }, read)).rejects.toThrow(
    StatementStopped,
  )
})

it('a read that several callers share goes on although the first has gone', async () => {
  await using database = openDatabase(connection, { onIdleError })
  const read = () => asSharedWork(() => database.run(sql`select 1`))
  expect(await withReadLimits({ signal: AbortSignal.abort() }, read)).toBe(1)
})

it('a transaction goes on although its reader has gone', async () => {
  await using database = openDatabase(connection, { onIdleError })
  const write = () => database.transaction(({ run }) => run(sql`select pg_sleep(0.1)`))
  expect(await withReadLimits({ signal: AbortSignal.abort() }, write)).toBe(1)
})
