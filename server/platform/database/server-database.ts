import type { Config } from '../config/config.ts'
import { applicationRole } from './application-role.ts'
import type { Database } from './database.ts'
import { findRoleFault, examinePooler } from './pooler.ts'
import { migrate } from './migrate.ts'
import { openDatabasePools } from './pools.ts'
import { toConnection, type Connection } from './primary.ts'
import type { WriteReports } from './report-writes.ts'
import type { Standbys } from './standbys.ts'
import { StartRefused } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'

/** The longest wait for a connection or a result. */
const timeoutMs = 30_000

/** A page waits no longer than its reader. Jobs, and requests that move money, may take as long as we wait for any answer. */
const statementMs = { people: 5_000, money: timeoutMs, jobs: timeoutMs }

type Deps = { log: Log; opened: AsyncDisposableStack; writes: WriteReports }
type Overrides = {
  /** Migrated, and closed by the caller. */
  database?: Database
  /** The process cannot go on without its database. */
  onFatal?: (error: Error) => void
}
/**
 * `connection` is the owner's. It is undefined where the caller has opened the database. `countMisuses` says how often code used the pool
 * inside a transaction since the start.
 */
type Opened = {
  database: Database
  connection: Connection | undefined
  standbys?: Standbys | undefined
  countMisuses: () => number
}

/** Starts the embedded PostgreSQL where no other is configured, migrates the database and opens a pool. */
export async function openServerDatabase(
  config: Config,
  deps: Deps,
  overrides: Overrides,
): Promise<Opened> {
  const { log, opened, writes } = deps
  const misuses = openMisuseReports(log)
  const countMisuses = misuses.count
  if (overrides.database)
    return { database: overrides.database, connection: undefined, countMisuses }
  const connection = await openConnection(config, deps, overrides.onFatal)
  const namedStatements = await examineConfiguredPooler(config)
  const migrations = await migrate(connection)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const given = config.database.kind === 'url' ? config.database : undefined
  const database = openDatabasePools(given ? toConnection(given.urls) : connection, {
    role: applicationRole,
    sizes: config.connections,
    standbyUrls: given?.standbyUrls,
    timeoutMs,
    writes,
    namedStatements,
    // Connections of a pooler in transaction mode are shared by all kinds of work, and keep the setting of another kind.
    ...(given?.directUrls === given?.urls && { statementMs }),
    onIdleError,
    ...(config.mode !== 'development' && { onMisuse: misuses.report }),
  })
  opened.use(database)
  const fault = await findRoleFault(database)
  if (fault !== undefined) throw new StartRefused(fault)
  return { database, connection, standbys: database.standbys, countMisuses }
}

/**
 * Development and tests fail where code uses the pool inside a transaction. With real money a payment that is counted matters more:
 * the account's share of the pool confines the harm, each place is logged once, and all are counted.
 */
function openMisuseReports(log: Log) {
  const reported = new Set<string>()
  let count = 0
  return {
    count: () => count,
    report: (error: Error) => {
      count += 1
      const place = error.stack ?? error.message
      if (reported.has(place) || reported.size > 100) return
      reported.add(place)
      log.error({ err: error }, 'pool used inside a transaction')
    },
  }
}

/** Runs before the migrations, whose lock a pooler in transaction mode does not hold. False if statements must have no names. */
async function examineConfiguredPooler({ database }: Config): Promise<boolean> {
  if (database.kind !== 'url') return true
  const { urls, directUrls } = database
  const hasDirectConnection = directUrls !== urls
  const options = { connection: toConnection(urls), hasDirectConnection }
  const { fault, keepsStatements } = await examinePooler(options)
  if (fault !== undefined) throw new StartRefused(fault)
  return keepsStatements
}

async function openConnection(
  { database, dataDir, isSmall }: Config,
  { log, opened }: Deps,
  onFatal: Overrides['onFatal'],
): Promise<Connection> {
  if (database.kind === 'url') return toConnection(database.directUrls)
  const { openEmbeddedPostgres } = await import('./embedded/embedded-postgres.ts')
  const postgres = await openEmbeddedPostgres({
    dataDir,
    isSmall,
    onEvent: (event) => log.info(`embedded PostgreSQL ${event}`),
    ...(onFatal && { onFailure: onFatal }),
  })
  log.info(`embedded PostgreSQL runs with ${postgres.memorySettings.join(', ')}`)
  return opened.use(postgres).connection
}
