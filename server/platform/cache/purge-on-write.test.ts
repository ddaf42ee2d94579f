import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { openWriteReports, changesWhatIsShown, unseenTables } from './purge-on-write.ts'
import { openResponseCache } from './response-cache.ts'

const { database, connection } = await testDatabase()
const opened: AsyncDisposable[] = []
afterAll(async () => {
  for (const each of opened) await each[Symbol.asyncDispose]()
})

/** A process with a cached page that shows a value of the database. */
async function openProcess() {
  const { writes, purgeFrom } = openWriteReports()
  const db = openDatabase(connection, { max: 2, writes, onIdleError: () => {} })
  opened.push(db)
  const cache = openResponseCache({ lifetimeMs: 3_600_000, maxBytes: 1e6, now: () => 0 })
  let purges = 0
  const counted = { ...cache, purge: () => void (purges++, cache.purge()) }
  purgeFrom(counted)
  const show = async () => {
    const row = await db.row(
      z.object({ word: z.nullable(z.string()) }),
      sql`select max(word) as word from search_word`,
    )
    return row?.word ?? ''
  }
  const page = async () => {
    const cached = await cache.find('/', 'identity', show)
    return Buffer.from(cached?.body ?? []).toString()
  }
  return { db, page, countPurges: () => purges }
}

const addWord = (word: string) => sql`insert into search_word (word) values (${word})`
const often = { interval: 5 }

it('shows a write that no request made, as that of a job', async () => {
  const { db, page } = await openProcess()
  await page()
  await db.run(addWord('a'))
  await expect.poll(page, often).toBe('a')
  await db.transaction(({ run }) => run(addWord('b')))
  await expect.poll(page, often).toBe('b')
})

it('shows a write that follows others at once', async () => {
  const { db, page } = await openProcess()
  for (const word of ['c1', 'c2', 'c3', 'c4']) await db.run(addWord(word))
  await expect.poll(page, often).toBe('c4')
})

it('purges after a statement that changes rows in a part before its last', async () => {
  const { db, page } = await openProcess()
  await db.run(addWord('c5'))
  await expect.poll(page, often).toBe('c5')
  await db.run(
    sql`with gone as (delete from search_word where word = 'c5' returning word) select word from gone where false`,
  )
  await expect.poll(page, often).toBe('c4')
})

it('purges after a transaction whose outcome it does not know', async () => {
  const { db, page, countPurges } = await openProcess()
  await page()
  const failing = db.transaction(async ({ run }) => {
    await run(addWord('d'))
    throw new Error('the connection was lost')
  })
  await expect(failing).rejects.toThrow('the connection was lost')
  await expect.poll(countPurges, often).toBe(1)
})

it('keeps pages while nothing changes that they may show', async () => {
  const { db, countPurges } = await openProcess()
  await db.run(sql`delete from webhook_inbox`)
  await db.transaction(({ run }) => run(sql`update session set seen_at = now() where false`))
  await db.run(sql`update campaign set city = 'Ife' where false`)
  await db.rows(z.object({ word: z.string() }), sql`select word from search_word for update`)
  expect(countPurges()).toBe(0)
})

it.each([
  ['insert into campaign (id) values ($1)', true],
  ['with gone as (delete from campaign_draft returning id) update campaign set city = $1', true],
  ['with gone as (delete from campaign_draft returning id) select id from gone', false],
  ['insert into session (id) values ($1) on conflict (id) do update set seen_at = $2', false],
  ['select id from campaign for update', false],
  ['select id from campaign for no key update skip locked', false],
  ['INSERT INTO "ledger_entry" select 1', true],
  ['insert into public.campaign select 1', true],
  ['merge into supporter using donation on true', true],
  ['truncate table supporter', true],
  ['update sandbox.delivery set attempts = 1', false],
  ['select updated_at, update_count from campaign', false],
])('reads "%s"', (statement, changes) => {
  expect(changesWhatIsShown(statement)).toBe(changes)
})

it('names only tables that exist as unseen', async () => {
  const tables = await database.rows(
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relkind in ('r', 'p')`,
  )
  const names = tables.map(({ name }) => name)
  expect([...unseenTables].filter((table) => !names.includes(table))).toEqual([])
})
