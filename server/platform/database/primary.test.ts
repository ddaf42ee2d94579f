import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { startPrimaryAndStandby } from '#test/support/database/other-postgres.ts'

import { DatabaseUnavailable } from './database-unavailable.ts'
import { openDatabase } from './database.ts'
import { connectClient, ReadOnlyDatabase, toConnection } from './primary.ts'
import { sql } from './sql.ts'

const { primary, standby, ...servers } = await startPrimaryAndStandby()
afterAll(() => servers[Symbol.dispose]())

const silent = { onIdleError: () => {} }
const port = z.object({ port: z.string() })
const selectPort = sql`select current_setting('port') as port`
const toPort = (url: string) => ({ port: new URL(url).port })
const unused = 'postgres://ajo_owner@127.0.0.1:9/postgres'

it('connects to the first host that accepts writes', async () => {
  for (const urls of [
    [standby.url, primary.url],
    [unused, standby.url, primary.url],
    [primary.url, standby.url],
  ]) {
    await using database = openDatabase(toConnection(urls), silent)
    expect(await database.row(port, selectPort)).toEqual(toPort(primary.url))
    expect(await database.transaction(({ row }) => row(port, selectPort))).toEqual(
      toPort(primary.url),
    )
  }
})

it('refuses a standby where no other host is named', async () => {
  await using database = openDatabase(toConnection([standby.url]), silent)
  await expect(database.row(port, selectPort)).rejects.toThrow(ReadOnlyDatabase)
  await expect(database.transaction(({ run }) => run(selectPort))).rejects.toThrow(ReadOnlyDatabase)
  await expect(connectClient(toConnection([standby.url]), () => {})).rejects.toThrow(
    ReadOnlyDatabase,
  )
  expect(database.pool.totalCount).toBe(0)
})

it('reports writes to a database that became read-only as unavailable', async () => {
  await using database = openDatabase(toConnection([primary.url]), { ...silent, max: 1 })
  await database.run(sql`set default_transaction_read_only = on`)
  const write = database.run(sql`create table refused (id integer)`)
  await expect(write).rejects.toThrow(DatabaseUnavailable)
  // The connection was closed, and the next one is open for writes.
  expect(await database.run(sql`create table accepted (id integer)`)).toBe(0)
})

it('survives a connection that breaks in the moment in which it opens', async () => {
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
  }
  // Authenticated, ready, and at once the end of a PostgreSQL that was killed.
  const answer = Buffer.concat([
    message('R', '\0\0\0\0'),
    message('Z', 'I'),
    message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0'),
  ])
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const url = `postgres://ajo_owner@127.0.0.1:${address.port}/postgres`
  await using database = openDatabase(toConnection([url]), silent)
  await expect(database.row(port, selectPort)).rejects.toThrow(DatabaseUnavailable)
  server.close()
})
