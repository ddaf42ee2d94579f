import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { openCluster, ownerRole } from './cluster.ts'
import { clusterPlace, type ClusterPlace } from './cluster-location.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import {
  findPostmaster,
  forgetPostmaster,
  isStartedAs,
  lastWords,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts'

type Options = {
  dataDir: string
  /** Off only in tests: a power cut may then lose everything. */
  durable?: boolean
  onEvent?: (event: 'started' | 'adopted' | 'lost' | 'recovered') => void
  /** PostgreSQL went away and cannot be brought back. */
  onFailure?: (error: Error) => void
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** As the owner of everything. */
  connection: pg.PoolConfig
}

/** Another server uses the same data. */
export class DataInUse extends Error {
  override name = 'DataInUse'
}

type Cluster = {
  place: ClusterPlace
  postgres: string
  flags: string[]
  connection: pg.ClientConfig
  dataDir: string
}

/** Any number will do, as long as every version of Ajo takes the same. */
const lockKey = 4_129_027

const port = 5432
const patienceMs = 30_000

/**
 * Starts the PostgreSQL that comes with Ajo and keeps it up. Whoever holds the lock on a connection of its own is the
 * one server of this data; only it may stop a PostgreSQL that it finds running.
 */
export async function openEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const cluster = describeCluster(options.dataDir, options.durable ?? true)
  let closing = false
  let lock: pg.Client | undefined
  let recovery = Promise.resolve()

  const keep = (held: pg.Client) => {
    lock = held
    held.once('end', () => {
      lock = undefined
      if (closing) return
      options.onEvent?.('lost')
      recovery = recover()
    })
  }
  const recover = async () => {
    try {
      keep((await hold(cluster)).lock)
      options.onEvent?.('recovered')
    } catch (error) {
      options.onFailure?.(error as Error)
    }
  }

  const first = await hold(cluster)
  keep(first.lock)
  options.onEvent?.(first.how)

  return {
    connection: cluster.connection,
    [Symbol.asyncDispose]: async () => {
      closing = true
      await recovery
      if (lock) await stopPostmaster(cluster.place)
    },
  }
}

function describeCluster(dataDir: string, durable: boolean): Cluster {
  const place = clusterPlace(dataDir)
  const binaries = postgresBinaries(place.cache, place.account)
  const password = openCluster(place, binaries, { dataDir, durable })
  const settings = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ]
  return {
    place,
    postgres: binaries.postgres,
    flags: ['-D', place.data, '-k', place.socket, '-p', String(port)].concat(
      settings.flatMap((setting) => ['-c', setting]),
    ),
    connection: { host: place.socket, port, user: ownerRole, password, database: 'postgres' },
    dataDir,
  }
}

/** Gets hold of a running PostgreSQL that is ours alone: one left behind by a killed server, or a new one. */
async function hold(cluster: Cluster): Promise<{ lock: pg.Client; how: 'started' | 'adopted' }> {
  const deadline = Date.now() + patienceMs
  let started = 0
  for (;;) {
    const lock = await connect(cluster)
    if (lock) {
      if (!(await takeLock(lock))) {
        await lock.end()
        throw new DataInUse(`Another Ajo is running on ${cluster.dataDir}.`)
      }
      if (started > 0 || isStartedAs(cluster.postgres, cluster.flags, cluster.place))
        return { lock, how: started > 0 ? 'started' : 'adopted' }
      // Left by another version of Ajo, or started with other settings.
      await stopPostmaster(cluster.place)
      await lock.end().catch(() => {})
    } else if (await mayStart(cluster.place)) {
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL does not start:\n${lastWords(cluster.place)}`)
      await startOnce(cluster, started++)
    } else if (Date.now() > deadline)
      throw new Error(`PostgreSQL does not answer:\n${lastWords(cluster.place)}`)
  }
}

/** True when nothing of an earlier PostgreSQL stands in the way. */
async function mayStart(place: ClusterPlace): Promise<boolean> {
  const found = findPostmaster(place)
  if (found.state === 'none') return true
  if (found.state === 'stranger') forgetPostmaster(place)
  await pause(20)
  return false
}

async function startOnce(cluster: Cluster, attempt: number) {
  await pause(Math.min(attempt * 100, 2_000))
  const { ended } = spawnPostmaster(cluster.postgres, cluster.flags, cluster.place)
  let over = false
  void ended.then(() => (over = true))
  while (!over) {
    const client = await connect(cluster)
    if (client) return client.end()
    await pause(15)
  }
  return undefined
}

/** Undefined when nobody listens, or not yet. */
async function connect({ connection }: Cluster): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'ajo lock' })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    // A refused password does not become right by waiting.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) throw error
    return undefined
  }
}

/** A killed server's connection may outlive it by a moment. */
async function takeLock(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockKey],
    )
    if (rows[0]?.taken) return true
    await pause(50)
  }
  return false
}
