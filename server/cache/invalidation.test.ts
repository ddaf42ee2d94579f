import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import type { Env } from '#server/http/context.ts'
import { openLog } from '#server/runtime/log.ts'
import { testDatabase } from '#test/database.ts'

import { documentCache } from './document-cache.ts'
import { purgeAfterChange } from './purge-after-change.ts'
import { purgedTogether } from './invalidation.ts'

const { database, owner, connection } = await testDatabase()
const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]()
})

/** One process of several behind a balancer: a page that says what the database says, and a way to change that. */
async function processBeside() {
  const cache = await purgedTogether({
    cache: documentCache({ lifetimeMs: 3_600_000, most: 10, now: () => performance.now() }),
    connection,
    database,
    log: openLog('silent'),
  })
  open.push(cache)
  const app = new Hono<Env>()
    .use(purgeAfterChange(cache))
    .get('/', async (c) => {
      const kept = await cache.find('/', 'identity', nameInDatabase)
      return c.text(Buffer.from(kept?.body ?? []).toString())
    })
    .post('/:name', async (c) => {
      await rename(c.req.param('name'))
      return c.body(null, 204)
    })
  return {
    page: async () => (await app.request('/')).text(),
    change: async (name: string) => app.request(`/${name}`, { method: 'POST' }),
  }
}

const rename = (name: string) =>
  owner.run(sql`insert into search_word (word) values (${name}) on conflict do nothing`)

async function nameInDatabase() {
  const row = await database.row(
    z.object({ word: z.string() }),
    sql`select max(word) as word from search_word`,
  )
  return row?.word ?? ''
}

const soon = { interval: 5 }

it('shows in every process what one of them changed, long before the page would grow old', async () => {
  const [here, there] = [await processBeside(), await processBeside()]
  await here.change('a')
  await expect.poll(there.page, soon).toBe('a')
  expect(await here.page()).toBe('a')

  await here.change('b')
  expect(await here.page()).toBe('b')
  await expect.poll(there.page, soon).toBe('b')
})

it('keeps a page while nothing is changed', async () => {
  const here = await processBeside()
  await here.change('c')
  expect(await here.page()).toBe('c')
  await rename('d')
  expect(await here.page()).toBe('c')
})

it('takes up again after the line was cut, without what it missed', async () => {
  const [here, there] = [await processBeside(), await processBeside()]
  await here.change('e')
  await expect.poll(there.page, soon).toBe('e')
  await owner.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen pages_changed'`)
  await here.change('f')
  await expect.poll(there.page, soon).toBe('f')
  await here.change('g')
  await expect.poll(there.page, soon).toBe('g')
})

it('tells the others once more, however many change something at the same time', async () => {
  const [here, there] = [await processBeside(), await processBeside()]
  await Promise.all(Array.from({ length: 50 }, (_, count) => here.change(`h${count}`)))
  await here.change('i')
  await expect.poll(there.page, soon).toBe('i')
})
