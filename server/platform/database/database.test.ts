import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import { DatabaseUnavailable } from './database-unavailable.ts'
import { isDuplicate, maxPrepared, openDatabase } from './database.ts'
import { literal, sql } from './sql.ts'

const { database, owner, connection } = await testDatabase()
const counter = z.object({ value: z.number() })

beforeAll(async () => {
  await owner.pool.query(
    `create table counter (id integer primary key, value bigint not null);
     grant select, insert, update on counter to ajo_app`,
  )
})

it('stops waiting at the timeout, and later where a transaction sets a longer one', async () => {
  await using impatient = openDatabase(connection, { timeoutMs: 500, onIdleError: () => {} })
  const slow = sql`select pg_sleep(1)`
  await expect(impatient.run(slow)).rejects.toThrow(DatabaseUnavailable)
  await expect(impatient.transaction(({ run }) => run(slow))).rejects.toThrow(DatabaseUnavailable)
  expect(await impatient.transaction(({ run }) => run(slow), { timeoutMs: 60_000 })).toBe(1)
})

describe('a transaction', () => {
  it('is retried after a serialisation failure until it commits', async () => {
    await owner.pool.query('insert into counter values (1, 0)')
    const attempts = vi.fn()
    let reads = 0
    const allHaveRead = Promise.withResolvers<void>()

    const raise = () =>
      database.transaction(async ({ row, run }) => {
        attempts()
        await run(sql`set transaction isolation level serializable`)
        const found = await row(counter, sql`select value from counter where id = 1`)
        if (++reads === 3) allHaveRead.resolve()
        await allHaveRead.promise
        await run(sql`update counter set value = ${(found?.value ?? 0) + 1} where id = 1`)
      })
    await Promise.all([raise(), raise(), raise()])

    expect(await database.row(counter, sql`select value from counter where id = 1`)).toEqual({
      value: 3,
    })
    expect(attempts.mock.calls.length).toBeGreaterThan(3)
  })

  it('rolls back and is not retried when its work throws', async () => {
    const attempts = vi.fn()

    const failing = database.transaction(async ({ run }) => {
      attempts()
      await run(sql`insert into counter values (2, 0)`)
      throw new Error('no')
    })

    await expect(failing).rejects.toThrow('no')
    expect(attempts).toHaveBeenCalledTimes(1)
    expect(await database.rows(counter, sql`select value from counter where id = 2`)).toEqual([])
  })

  it('gives up after five serialisation failures', async () => {
    const attempts = vi.fn()

    const failing = database.transaction(async () => {
      attempts()
      throw Object.assign(new pg.DatabaseError('again', 1, 'error'), { code: '40001' })
    })

    await expect(failing).rejects.toThrow('again')
    expect(attempts).toHaveBeenCalledTimes(5)
  })
})

it('tells a duplicate from other errors', async () => {
  await owner.pool.query('insert into counter values (3, 0)')
  const failure = await database
    .run(sql`insert into counter values (3, 0)`)
    .catch((error: unknown) => error)

  expect(isDuplicate(failure)).toBe(true)
  expect(isDuplicate(failure, 'counter_pkey')).toBe(true)
  expect(isDuplicate(failure, 'other')).toBe(false)
})

it('refuses an integer beyond the safe range of JavaScript', async () => {
  const tooLarge = database.row(counter, sql`select 9007199254740993::bigint as value`)

  await expect(tooLarge).rejects.toThrow('integer out of range')
})

it('has only the rights of the application role', async () => {
  await expect(database.run(sql`delete from counter`)).rejects.toThrow('permission denied')
  await expect(database.run(sql`create table mine (id integer)`)).rejects.toThrow(
    'permission denied',
  )
})

it('survives a connection lost between two statements of a transaction', async () => {
  const onIdleError = vi.fn()
  await using own = openDatabase(connection, { max: 1, onIdleError })

  const interrupted = own.transaction(async ({ row, rows }) => {
    const me = await row(z.object({ pid: z.int() }), sql`select pg_backend_pid() as pid`)
    await owner.pool.query('select pg_terminate_backend($1)', [me?.pid])
    await expect.poll(() => onIdleError).toHaveBeenCalled()
    await rows(counter, sql`select value from counter`)
  })

  await expect(interrupted).rejects.toThrow(/terminat|connection|queryable/i)
  expect(await own.rows(z.object({ one: z.int() }), sql`select 1 as one`)).toEqual([{ one: 1 }])
})

it('prepares statements up to the limit of each pool, and runs the others unprepared', async () => {
  await using other = openDatabase(connection, { max: 1, onIdleError: () => {} })
  for (let number = 0; number < maxPrepared; number++)
    await other.run(sql`select ${literal(number)} as value`)

  await using own = openDatabase(connection, { max: 1, onIdleError: () => {} })
  for (let number = 0; number < maxPrepared + 10; number++)
    expect(await own.row(counter, sql`select ${literal(number)} as value`)).toEqual({
      value: number,
    })

  const prepared = await own.row(
    z.object({ count: z.int() }),
    sql`select count(*) from pg_prepared_statements`,
  )
  expect(prepared?.count).toBe(maxPrepared)
})
