import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  readFileSync,
  closeSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { StartRefused } from '../../runtime/errors.ts'
import { locateCluster, type ClusterLocation } from './cluster-location.ts'
import { openCluster, ownerRole } from './cluster.ts'
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'

type Options = {
  dataDir: string
  /** False only in tests, where a power cut may lose all data. */
  durable?: boolean
  /** The machine has 1 GB for all. */
  isSmall?: boolean
  onEvent?: (event: 'started' | 'adopted' | 'lost' | 'recovered') => void
  /** PostgreSQL ended and could not be restarted. */
  onFailure?: (error: Error) => void
}

/** Another server uses the same DATA_DIR. */
export class DataInUse extends StartRefused {
  override name = 'DataInUse'
}

type Cluster = ReturnType<typeof describeCluster>

/** Arbitrary, but the same in every version of Ajo. */
const lockKey = 4_129_027

const port = 5432
const startTimeoutMs = 30_000

/**
 * Starts the embedded PostgreSQL and restarts it when it ends. A server owns DATA_DIR while a connection of its own holds an
 * advisory lock; only the owner may stop a PostgreSQL that was already running.
 */
export async function openEmbeddedPostgres(options: Options) {
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
    /** As the owner of all tables. */
    connection: cluster.connection,
    /** As `name=value`, chosen from the memory of the machine. */
    memorySettings: cluster.memory,
    [Symbol.asyncDispose]: async () => {
      closing = true
      await recovery
      if (lock) await stopPostmaster(cluster.location)
    },
  }
}

/** How PostgreSQL is started on a DATA_DIR, which gets a cluster if it has none. */
function describeCluster({ dataDir, durable = true, isSmall = false }: Options) {
  const location = locateCluster(dataDir)
  const binaries = postgresBinaries(location.cache, location.account)
  refuseOtherMajor(location, binaries)
  const password = openCluster(location, binaries, { dataDir, durable })
  const memory = memorySettings(
    isSmall ? Math.min(smallMemory, availableMemory()) : availableMemory(),
  )
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

const mib = 2 ** 20
const smallMemory = 384 * mib

/** Bytes that this process and its children may use: those of the container where it has a limit, else of the machine. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Settings of PostgreSQL for a machine that it shares with the server. A quarter of the memory holds pages, and the kernel caches more of
 * them in about half of it. `work_mem` is taken by each sort of each connection, so its part is small.
 */
export function memorySettings(memory: number): string[] {
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, memory / mib / part)))}MB`
  return [
    `shared_buffers=${share(4, 32, 2_048)}`,
    `effective_cache_size=${share(2, 128, 65_536)}`,
    `work_mem=${share(800, 4, 32)}`,
    `maintenance_work_mem=${share(16, 32, 512)}`,
    // After each checkpoint the first change of a page is written whole, so that frequent checkpoints slow donations down.
    'checkpoint_timeout=15min',
    `max_wal_size=${share(8, 1_024, 4_096)}`,
    // Replication that nobody subscribes to has a process of its own.
    'max_logical_replication_workers=0',
    ...(memory <= smallMemory ? smallSettings : ['max_connections=200']),
  ]
}

/** Fewer processes: each takes 5 to 15 MB. */
const smallSettings = [
  'max_connections=60',
  'max_parallel_workers_per_gather=0',
  'max_worker_processes=1',
  'autovacuum_max_workers=1',
]

/** Nothing of a test must survive a crash. The log is small, because the data may be in memory. */
const testSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_wal_size=256MB',
]

/** The process that a cluster's postmaster.pid names. */
export type Postmaster =
  | { state: 'none' }
  /** PostgreSQL, running or just stopping. */
  | { state: 'running'; pid: number }
  /** Ended, but its parent has not waited for it. PostgreSQL treats it as running. */
  | { state: 'zombie'; pid: number }
  /** Another program has the process id now. */
  | { state: 'other'; pid: number }

function findPostmaster(location: Pick<ClusterLocation, 'data'>): Postmaster {
  const pid = Number(readFirstLine(join(location.data, 'postmaster.pid')))
  if (!Number.isInteger(pid) || pid <= 0) return { state: 'none' }
  const process = describe(pid)
  if (process === undefined) return { state: 'none' }
  if (process.state === 'Z') return { state: 'zombie', pid }
  return { state: /postgres/.test(process.command) ? 'running' : 'other', pid }
}

/** Removes the file of a process that is not PostgreSQL. PostgreSQL refuses to start while it exists. */
function removePidFile(location: ClusterLocation) {
  rmSync(join(location.data, 'postmaster.pid'), { force: true })
}

/** Starts PostgreSQL in a process group of its own, so that Ctrl-C does not stop it before the server. */
function spawnPostmaster(binary: string, flags: string[], location: ClusterLocation) {
  const log = openSync(location.log, getFileSize(location.log) > 1_000_000 ? 'w' : 'a', 0o600)
  const child = spawn(binary, flags, {
    ...location.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { TZ: 'UTC' },
  })
  closeSync(log)
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { ended }
}

/** Long enough for a restart of the server, which takes over the PostgreSQL that its predecessor left. */
const orphanSeconds = 5

/**
 * Stops PostgreSQL when this process has ended without doing so, because it was killed or had no memory left. A shell waits for the end
 * of a pipe from this process, and does nothing if another server has taken PostgreSQL over by then.
 */
function stopWithThisProcess(location: ClusterLocation, graceSeconds = orphanSeconds) {
  const owner = join(location.root, 'owner')
  const token = randomUUID()
  writeFileSync(owner, token)
  const script = `read -r _ || sleep ${graceSeconds}
    [ "$(cat "$1")" = "$2" ] || exit
    pid=$(head -n 1 "$3") || exit
    { cat "/proc/$pid/comm" 2>/dev/null || ps -o comm= -p "$pid"; } | grep -q postgres && kill -INT "$pid"`
  const pidFile = join(location.data, 'postmaster.pid')
  const shell = spawn('/bin/sh', ['-c', script, 'sh', owner, token, pidFile], {
    ...location.account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {})
  shell.unref()
  // A shell whose pipe is left open must not keep this process running.
  if (shell.stdin && 'unref' in shell.stdin) (shell.stdin as Socket).unref()
}

/** True if the running PostgreSQL was started with the same binary and flags. */
function isStartedAs(binary: string, flags: string[], location: ClusterLocation): boolean {
  const quoted = flags.map((flag) => ` "${flag}"`).join('')
  return readFirstLine(join(location.data, 'postmaster.opts')) === binary + quoted
}

/** Stops PostgreSQL cleanly, and immediately after the timeout. An immediate stop loses no committed transaction. */
async function stopPostmaster(location: ClusterLocation) {
  const running = findPostmaster(location)
  if (running.state === 'running') await stopProcess(running.pid)
}

/** The same for a PostgreSQL of which only the process id is known. */
async function stopProcess(pid: number) {
  send(pid, 'SIGINT')
  const deadline = Date.now() + 6_000
  while (isAlive(pid)) {
    if (Date.now() > deadline) send(pid, 'SIGQUIT')
    await pause(20)
  }
}

/** The last lines of PostgreSQL's log, to explain a failed start. */
function readLogTail(location: ClusterLocation): string {
  try {
    return readFileSync(location.log, 'utf8').trimEnd().split('\n').slice(-6).join('\n')
  } catch {
    return ''
  }
}

function isAlive(pid: number) {
  const process = describe(pid)
  return process !== undefined && process.state !== 'Z'
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

function describe(pid: number): { state: string; command: string } | undefined {
  if (process.platform !== 'linux') return describeByPs(pid)
  try {
    const [before = '', after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w)/)
    return { state: after.charAt(0), command: before.slice(before.indexOf('(') + 1) }
  } catch {
    return undefined
  }
}

function describeByPs(pid: number) {
  const { stdout } = spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const [state, ...command] = (stdout ?? '').trim().split(/\s+/)
  return state ? { state: state.charAt(0), command: command.join(' ') } : undefined
}

function readFirstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

function getFileSize(file: string) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
