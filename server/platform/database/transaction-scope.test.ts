import { setTimeout as pause } from 'node:timers/promises'

import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import { createLoader } from './batcher.ts'
import { openDatabase } from './database.ts'
import { sql } from './sql.ts'
import { refuseInTransaction, UsedInTransaction } from './transaction-scope.ts'

const { database, owner, connection } = await testDatabase()
const one = z.object({ one: z.int() })
const selectOne = sql`select 1 as one`

it.each([
  ['a query of the pool', () => database.row(one, selectOne)],
  ['a second transaction', () => database.transaction(({ row }) => row(one, selectOne))],
  ['a query of another pool', () => owner.row(one, selectOne)],
  ['a request to another service', async () => refuseInTransaction('a request')],
  ['a batch of several callers', () => createLoader(async () => [])('key')],
])('refuses %s inside a transaction', async (_what, call) => {
  await expect(database.transaction(call)).rejects.toThrow(UsedInTransaction)
  await expect(call()).resolves.not.toThrow()
})

it('refuses it deep inside the work, and after an awaited step', async () => {
  const deep = async () => {
    await pause(1)
    return database.row(one, selectOne)
  }
  await expect(
    database.transaction(async ({ row }) => [await row(one, selectOne), await deep()]),
  ).rejects.toThrow(UsedInTransaction)
})

it('allows the pool to work that the transaction started and that goes on after its end', async () => {
  const ended = Promise.withResolvers<void>()
  let later: Promise<unknown> | undefined
  await database.transaction(async () => {
    later = ended.promise.then(() => database.row(one, selectOne))
  })
  ended.resolve()
  expect(await later).toEqual({ one: 1 })
})

it('reports the use of the pool and continues where a process is not to fail', async () => {
  const onMisuse = vi.fn()
  await using lenient = openDatabase(connection, { onIdleError: () => {}, onMisuse })
  expect(await lenient.transaction(() => lenient.row(one, selectOne))).toEqual({ one: 1 })
  expect(onMisuse).toHaveBeenCalledExactlyOnceWith(expect.any(UsedInTransaction))
})
