import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { coalescing } from '../runtime/coalescing.ts'
import { applicationRole } from '../database/application-role.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../runtime/log.ts'
import type { DocumentCache } from './document-cache.ts'

type Options = { cache: DocumentCache; connection: pg.PoolConfig; database: Database; log: Log }

const channel = 'pages_changed'
const reconnectMs = 1_000

/**
 * The documents that this process keeps, emptied when any process on the database changes something. PostgreSQL passes the word; while
 * it cannot, the lifetime of a document is what bounds how old it gets.
 */
export async function purgedTogether(options: Options): Promise<DocumentCache & AsyncDisposable> {
  const { cache, database, log } = options
  const self = randomUUID()
  const tell = () => database.run(sql`select pg_notify(${channel}, ${self})`)
  const shared = coalescing<unknown>()
  const listener = await openListener(options, (sender) => {
    if (sender !== self) void cache.purge()
  })

  return {
    find: cache.find,
    has: cache.has,
    generation: cache.generation,
    purge: async () => {
      await cache.purge()
      await shared(channel, tell).catch((error: unknown) =>
        log.warn({ err: error }, 'other processes were not told of a change'),
      )
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

/** A connection that does nothing but listen. Whoever was cut off may have missed a word, and empties everything on coming back. */
async function openListener(
  { connection, cache, log }: Options,
  onWord: (sender: string | undefined) => void,
): Promise<AsyncDisposable> {
  const closing = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      ...connection,
      options: `-c role=${applicationRole}`,
      keepAlive: true,
    })
    made.on('notification', ({ payload }) => onWord(payload))
    made.on('error', (error) => log.warn({ err: error }, 'the line between processes was lost'))
    await made.connect()
    await made.query(`listen ${channel}`)
    made.once('end', () => void comeBack())
    return made
  }

  async function comeBack() {
    while (!closing.signal.aborted) {
      await pause(reconnectMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      const again = await connect().catch(() => undefined)
      if (!again) continue
      client = again
      await cache.purge()
      return
    }
  }

  return {
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      await client.end().catch(() => {})
    },
  }
}
