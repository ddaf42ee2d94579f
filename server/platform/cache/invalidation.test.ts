import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { Env } from '#server/platform/http/context.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { purgeInAllProcesses } from './invalidation.ts'
import { purgeAfterChange } from './purge-on-write.ts'
import { openResponseCache } from './response-cache.ts'

const { database, owner, connection } = await testDatabase()
const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]()
})

/** One of several processes: a page that shows a value of the database, and a route that changes it. */
async function openProcess() {
  const cache = await purgeInAllProcesses({
    cache: openResponseCache({
      lifetimeMs: 3_600_000,
      maxBytes: 100_000,
      now: () => performance.now(),
    }),
    connection,
    database,
    log: openLog('silent'),
  })
  opened.push(cache)
  const app = new Hono<Env>()
    .use(purgeAfterChange(cache))
    .get('/', async (c) => {
      const cached = await cache.find('/', 'identity', readValue)
      return c.text(Buffer.from(cached?.body ?? []).toString())
    })
    .post('/:value', async (c) => {
      await writeValue(c.req.param('value'))
      return c.body(null, 204)
    })
  return {
    page: async () => (await app.request('/')).text(),
    change: async (value: string) => app.request(`/${value}`, { method: 'POST' }),
  }
}

const writeValue = (value: string) =>
  owner.run(sql`insert into search_word (word) values (${value}) on conflict do nothing`)

async function readValue() {
  const row = await database.row(
    z.object({ word: z.string() }),
    sql`select max(word) as word from search_word`,
  )
  return row?.word ?? ''
}

const often = { interval: 5 }

it('shows a change in every process long before the page expires', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  await here.change('a')
  await expect.poll(there.page, often).toBe('a')
  expect(await here.page()).toBe('a')

  await here.change('b')
  expect(await here.page()).toBe('b')
  await expect.poll(there.page, often).toBe('b')
})

it('keeps a page while no request changes anything', async () => {
  const here = await openProcess()
  await here.change('c')
  expect(await here.page()).toBe('c')
  await writeValue('d')
  expect(await here.page()).toBe('c')
})

it('reconnects after its connection was cut, and purges what it may have missed', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  await here.change('e')
  await expect.poll(there.page, often).toBe('e')
  await owner.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen pages_changed'`)
  await here.change('f')
  await expect.poll(there.page, often).toBe('f')
  await here.change('g')
  await expect.poll(there.page, often).toBe('g')
})

it('notifies the others of a change after fifty simultaneous ones', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  await Promise.all(Array.from({ length: 50 }, (_, count) => here.change(`h${count}`)))
  await here.change('i')
  await expect.poll(there.page, often).toBe('i')
})
