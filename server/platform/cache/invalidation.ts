import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'
import * as z from 'zod/mini'

import { applicationRole } from '../database/application-role.ts'
import type { Database } from '../database/database.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import { sql } from '../database/sql.ts'
import type { Standbys } from '../database/standbys.ts'
import type { Log } from '../runtime/log.ts'
import { joinNextCall } from '../runtime/single-flight.ts'
import type { ResponseCache } from './response-cache.ts'

type Options = {
  cache: ResponseCache
  connection: Connection
  database: Database
  /** Learn which position of the log contains a change before anything is cached again. */
  standbys?: Pick<Standbys, 'hold'> | undefined
  log: Log
}

const channel = 'pages_changed'
const reconnectMs = 1_000
const changeRow = z.object({ position: z.string() })

/**
 * The cache, purged whenever any process on the same database purges its own. PostgreSQL notifies the processes; while it
 * cannot, responses expire by their lifetime.
 */
export async function purgeInAllProcesses(
  options: Options,
): Promise<ResponseCache & AsyncDisposable> {
  const { cache, database, standbys, log } = options
  const processId = randomUUID()
  const join = joinNextCall<z.output<typeof changeRow> | undefined>()
  // Engines without a log that standbys replay refuse the function.
  const position = standbys ? sql`pg_current_wal_insert_lsn()::text` : sql`''`
  const notify = () =>
    database.row(
      changeRow,
      sql`select position, pg_notify(${channel}, ${processId} || ' ' || position)
        from (select ${position} as position) as change`,
    )
  const listener = await listenForPurges(options, (payload = '') => {
    const [sender, position] = payload.split(' ')
    if (sender === processId) return
    standbys?.hold()(position)
    void cache.purge()
  })

  return {
    find: cache.find,
    get: cache.get,
    purge: async () => {
      const release = standbys?.hold()
      await cache.purge()
      const change = await join(channel, notify).catch((error: unknown) =>
        log.warn({ err: error }, 'other processes could not be notified of a change'),
      )
      release?.(change?.position)
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

/** A connection that only listens. After a reconnection the cache is purged, as notifications may have been missed. */
async function listenForPurges(
  { connection, cache, standbys, log }: Options,
  onNotification: (payload: string | undefined) => void,
): Promise<AsyncDisposable> {
  const closing = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const opened = await connectClient({ ...connection, keepAlive: true }, (client) => {
      client.on('notification', ({ payload }) => onNotification(payload))
      client.on('error', (error) => log.warn({ err: error }, 'cache notification connection lost'))
    })
    await opened.query(`set role ${applicationRole}; listen ${channel}`)
    opened.once('end', () => void reconnect())
    return opened
  }

  async function reconnect() {
    while (!closing.signal.aborted) {
      await sleep(reconnectMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return
      const reopened = await connect().catch(() => undefined)
      if (!reopened) continue
      client = reopened
      standbys?.hold()()
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
