import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'

import { withHolder, openDatabase, type Database } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { sql } from './sql.ts'

const { connection } = await testDatabase()
const one = z.object({ one: z.int() })

/** Opens transactions of one account that stay open until `end` is called. */
function holdTransactions(database: Database, count: number) {
  const end = Promise.withResolvers<void>()
  let open = 0
  const ended = Array.from({ length: count }, () =>
    withHolder('ada', () =>
      database.transaction(async ({ row }) => {
        open += 1
        await row(one, sql`select 1 as one`)
        await end.promise
      }),
    ),
  )
  return { end: end.resolve, ended: Promise.allSettled(ended), countOpen: () => open }
}

it('gives one account at most half of the connections, and the rest to everyone else', async () => {
  await using database = openDatabase(connection, { max: 4, onIdleError: () => {} })
  const held = holdTransactions(database, 40)
  await expect.poll(held.countOpen).toBe(2)

  for (const uid of ['bola', 'chidi'])
    expect(await withHolder(uid, () => database.row(one, sql`select 1 as one`))).toEqual({ one: 1 })
  expect(await database.row(one, sql`select 1 as one`)).toEqual({ one: 1 })
  expect(held.countOpen()).toBe(2)
  expect(database.pool.waitingCount).toBe(0)

  held.end()
  const outcomes = await held.ended
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
})

it('refuses an account that waits for its share longer than the timeout', async () => {
  await using database = openDatabase(connection, {
    max: 2,
    timeoutMs: 200,
    onIdleError: () => {},
  })
  const held = holdTransactions(database, 1)
  await expect.poll(held.countOpen).toBe(1)

  const second = withHolder('ada', () => database.row(one, sql`select 1 as one`))

  await expect(second).rejects.toThrow(DatabaseUnavailable)
  held.end()
  await held.ended
})
