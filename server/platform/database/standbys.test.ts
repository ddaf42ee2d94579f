import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openLog } from '#server/platform/runtime/log.ts'
import { startPrimaryAndStandby } from '#test/support/database/other-postgres.ts'

import { purgeInAllProcesses } from '../cache/invalidation.ts'
import { openResponseCache } from '../cache/response-cache.ts'
import { migrate } from './migrate.ts'
import { openDatabasePools, withPool, withStandby } from './pools.ts'
import { toConnection } from './primary.ts'
import { sql } from './sql.ts'

const { primary, standby, ...servers } = await startPrimaryAndStandby((url) =>
  migrate(toConnection([url])),
)
const opened = new AsyncDisposableStack()
opened.use(servers)
afterAll(() => opened.disposeAsync())
const admin = new pg.Client(standby.url)
admin.on('error', () => {})
beforeAll(() => admin.connect())

const connection = toConnection([primary.url])
const toPort = ({ url }: { url: string }) => new URL(url).port

/** A process with a cached page that shows a value of the database and the port of the PostgreSQL that it was read from. */
async function openProcess(standbyUrls = [standby.url]) {
  const sizes = { people: 2, money: 2, jobs: 2 }
  const database = openDatabasePools(connection, { sizes, standbyUrls, onIdleError: () => {} })
  opened.use(database)
  const { standbys } = database
  const responses = openResponseCache({ lifetimeMs: 3_600_000, maxBytes: 1e6, now: () => 0 })
  const log = openLog('silent')
  const cache = await purgeInAllProcesses({ cache: responses, connection, database, standbys, log })
  opened.use(cache)
  const shown = z.object({ word: z.nullable(z.string()), port: z.string() })
  const read = () =>
    database.row(
      shown,
      sql`select max(word) as word, current_setting('port') as port from search_word`,
    )
  const page = async () => {
    const render = () => withPool('standby', async () => JSON.stringify(await read()))
    const cached = await cache.find('/', 'identity', render)
    return z.parse(shown, JSON.parse(Buffer.from(cached?.body ?? []).toString()))
  }
  const write = async (word: string) => {
    await database.run(sql`insert into search_word (word) values (${word})`)
    await cache.purge()
  }
  /** Anew, as after the lifetime of the page. */
  const rendered = async () => {
    await responses.purge()
    return page()
  }
  return { database, read, page, write, rendered }
}

const often = { interval: 20 }

it('reads public pages from a standby, and all else from the primary', async () => {
  const { read, rendered, database } = await openProcess()
  await expect.poll(rendered, often).toMatchObject({ port: toPort(standby) })
  expect(await read()).toMatchObject({ port: toPort(primary) })
  const isWritable = z.object({ isWritable: z.boolean() })
  const select = sql`select not pg_is_in_recovery() as "isWritable"`
  const inTransaction = () => database.transaction(({ row }) => row(isWritable, select))
  expect(await withPool('standby', inTransaction)).toEqual({ isWritable: true })
})

it('shows every write at once, and from the standby when that has it', async () => {
  const { page, write, rendered } = await openProcess()
  for (let count = 0; count < 100; count++) {
    const word = `a${String(count).padStart(3, '0')}`
    await write(word)
    expect((await page()).word).toBe(word)
  }
  await expect.poll(rendered, often).toMatchObject({ word: 'a099', port: toPort(standby) })
})

it('caches nothing that another process has changed since', async () => {
  const [here, there] = [await openProcess(), await openProcess()]
  await there.page()
  for (const word of ['b1', 'b2', 'b3']) {
    await here.write(word)
    await expect.poll(async () => (await there.page()).word, often).toBe(word)
    expect((await here.page()).word).toBe(word)
  }
})

it('reads from the primary while the standby is behind', async () => {
  const { page, write, rendered } = await openProcess()
  await expect.poll(rendered, often).toMatchObject({ port: toPort(standby) })
  await admin.query('select pg_wal_replay_pause()')
  await write('c')
  expect(await page()).toEqual({ word: 'c', port: toPort(primary) })
  await admin.query('select pg_wal_replay_resume()')
  await expect.poll(rendered, often).toEqual({ word: 'c', port: toPort(standby) })
})

it('does not read a standby beyond the bound of lag, although no process reported a change', async () => {
  const { rendered, database } = await openProcess()
  await expect.poll(rendered, often).toMatchObject({ port: toPort(standby) })
  await admin.query('select pg_wal_replay_pause()')
  await database.run(sql`insert into search_word (word) values ('d')`)
  await expect.poll(rendered, often).toEqual({ word: 'd', port: toPort(primary) })
  await admin.query('select pg_wal_replay_resume()')
})

it('runs a transaction of one snapshot on the standby, or on the primary without one, and never lets it write', async () => {
  const { database } = await openProcess()
  const options = { timeoutMs: 30_000, isSnapshot: true }
  const select = sql`select pg_is_in_recovery() as "isStandby", current_setting('transaction_isolation') as level,
    current_setting('transaction_read_only') as "readOnly"`
  const facts = z.object({ isStandby: z.boolean(), level: z.string(), readOnly: z.string() })
  const snapshot = () => database.transaction(({ row }) => row(facts, select), options)
  const level = 'repeatable read'
  expect(await withStandby(snapshot)).toEqual({ isStandby: true, level, readOnly: 'on' })
  expect(await snapshot()).toEqual({ isStandby: false, level, readOnly: 'on' })
  const write = sql`insert into search_word (word) values ('never')`
  const writing = () => database.transaction(({ run }) => run(write), options)
  await expect(withStandby(writing)).rejects.toThrow('read-only transaction')
  await expect(withStandby(() => database.run(write))).rejects.toThrow('read-only transaction')
})

it('passes statements that a standby refuses to the primary', async () => {
  const { database } = await openProcess()
  const insert = sql`insert into search_word (word) values ('e') returning word`
  const row = await withPool('standby', () => database.row(z.object({ word: z.string() }), insert))
  expect(row).toEqual({ word: 'e' })
})

it('reads from the other standby, or else from the primary, when one has died', async () => {
  const unused = 'postgres://ajo_owner@127.0.0.1:9/postgres'
  const { rendered } = await openProcess([unused, standby.url])
  await expect.poll(rendered, often).toMatchObject({ port: toPort(standby) })
  standby.stop()
  for (let count = 0; count < 20; count++)
    expect(await rendered()).toEqual({ word: 'e', port: toPort(primary) })
})
