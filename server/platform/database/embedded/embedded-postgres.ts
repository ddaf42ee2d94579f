import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { StartRefused } from '../../runtime/errors.ts'
import { openCluster, ownerRole } from './cluster.ts'
import { locateCluster, type ClusterLocation } from './cluster-location.ts'
import { availableMemory, memorySettings, testSettings } from './memory-settings.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import {
  findPostmaster,
  removePidFile,
  isStartedAs,
  readLogTail,
  spawnPostmaster,
  stopPostmaster,
  stopProcess,
  stopWithThisProcess,
} from './postmaster.ts'

type Options = {
  dataDir: string
  /** False only in tests, where a power cut may lose all data. */
  durable?: boolean
  onEvent?: (event: 'started' | 'adopted' | 'lost' | 'recovered') => void
  /** PostgreSQL ended and could not be restarted. */
  onFailure?: (error: Error) => void
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** As the owner of all tables. */
  connection: pg.PoolConfig
  /** As `name=value`, chosen from the memory of the machine. */
  memorySettings: readonly string[]
}

/** Another server uses the same DATA_DIR. */
export class DataInUse extends StartRefused {
  override name = 'DataInUse'
}

type Cluster = {
  location: ClusterLocation
  postgres: string
  memory: string[]
  flags: string[]
  connection: pg.ClientConfig
  dataDir: string
}

/** Arbitrary, but the same in every version of Ajo. */
const lockKey = 4_129_027

const port = 5432
const startTimeoutMs = 30_000

/**
 * Starts the embedded PostgreSQL and restarts it when it ends. A server owns DATA_DIR while a connection of its own holds an
 * advisory lock; only the owner may stop a PostgreSQL that was already running.
 */
export async function openEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const cluster = describeCluster(options)
  let closing = false
  let lock: pg.Client | undefined
  let recovery = Promise.resolve()

  const watchLock = (held: pg.Client) => {
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
      watchLock((await acquire(cluster)).lock)
      options.onEvent?.('recovered')
    } catch (error) {
      options.onFailure?.(error as Error)
    }
  }

  const first = await acquire(cluster)
  watchLock(first.lock)
  stopWithThisProcess(cluster.location)
  options.onEvent?.(first.how)

  return {
    connection: cluster.connection,
    memorySettings: cluster.memory,
    [Symbol.asyncDispose]: async () => {
      closing = true
      await recovery
      if (lock) await stopPostmaster(cluster.location)
    },
  }
}

/** How PostgreSQL is started on a DATA_DIR, which gets a cluster if it has none. */
function describeCluster({ dataDir, durable = true }: Options): Cluster {
  const location = locateCluster(dataDir)
  const binaries = postgresBinaries(location.cache, location.account)
  refuseOtherMajor(location, binaries)
  const password = openCluster(location, binaries, { dataDir, durable })
  const memory = memorySettings(availableMemory())
  return {
    location,
    postgres: binaries.postgres,
    memory,
    flags: toFlags(location, [...memory, ...(durable ? [] : testSettings)]),
    connection: { host: location.socket, port, user: ownerRole, password, database: 'postgres' },
    dataDir,
  }
}

/** PostgreSQL cannot open the files of another major version, and would say so in its log only. */
function refuseOtherMajor({ data }: ClusterLocation, { major }: PostgresBinaries) {
  const file = join(data, 'PG_VERSION')
  const made = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : major
  if (made !== major)
    throw new StartRefused(
      `The embedded database was made by PostgreSQL ${made}, and this version of Ajo has ${major}. Restore a backup into a new DATA_DIR: see docs/operations/backup.md.`,
    )
}

/** Arguments of PostgreSQL for a cluster that only its own account can reach. */
function toFlags({ data, socket }: ClusterLocation, settings: string[]): string[] {
  const all = [
    'listen_addresses=',
    'unix_socket_permissions=0700',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=200',
    ...settings,
  ]
  return ['-D', data, '-k', socket, '-p', String(port), ...all.flatMap((each) => ['-c', each])]
}

type Acquired = { lock: pg.Client; how: 'started' | 'adopted' }

/** Returns a running PostgreSQL that this server has locked: one that a killed server left behind, or a new one. */
async function acquire(cluster: Cluster): Promise<Acquired> {
  const deadline = Date.now() + startTimeoutMs
  let started = 0
  for (;;) {
    const lock = await connect(cluster)
    if (lock) {
      if (!(await takeLock(lock))) {
        await lock.end()
        throw new DataInUse(`Another Ajo is running on ${cluster.dataDir}.`)
      }
      if (started > 0 || isStartedAs(cluster.postgres, cluster.flags, cluster.location))
        return { lock, how: started > 0 ? 'started' : 'adopted' }
      // Another version of Ajo left it, or it runs with other settings.
      await readPid(lock).then(stopProcess, () => {})
      await lock.end().catch(() => {})
    } else if (await canStart(cluster.location)) {
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${readLogTail(cluster.location)}`)
      await startOnce(cluster, started++)
    } else if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not accept connections:\n${readLogTail(cluster.location)}`)
  }
}

/** True if no earlier PostgreSQL prevents a start. */
async function canStart(location: ClusterLocation): Promise<boolean> {
  const found = findPostmaster(location)
  if (found.state === 'none') return true
  if (found.state === 'other') removePidFile(location)
  await pause(20)
  return false
}

/** False if PostgreSQL ended before it accepted connections. */
async function startOnce(cluster: Cluster, attempt: number): Promise<boolean> {
  await pause(Math.min(attempt * 100, 2_000))
  const { ended } = spawnPostmaster(cluster.postgres, cluster.flags, cluster.location)
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  while (!hasEnded) {
    const client = await connect(cluster)
    if (client) {
      await client.end()
      return true
    }
    await pause(15)
  }
  return false
}

/** Undefined while PostgreSQL does not accept connections. */
async function connect({ connection }: Cluster): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, application_name: 'ajo lock' })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    // A wrong password stays wrong, so waiting does not help.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) throw error
    return undefined
  }
}

async function readPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
  )
  if (!rows[0]) throw new Error('PostgreSQL did not answer')
  return rows[0].pid
}

/** Retries, because the connection of a killed server may exist a moment longer. */
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
