import type pg from 'pg'

import type { Config } from '../config/config.ts'
import { applicationRole } from '../database/application-role.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabasePools } from '../database/pools.ts'
import type { Log } from '../runtime/log.ts'
import type { Overrides } from './overrides.ts'

/** The longest wait for a connection or a result. */
const timeoutMs = 30_000

type Deps = Pick<Overrides, 'database' | 'onFatal'> & { log: Log; opened: AsyncDisposableStack }
/** `connection` is the owner's. It is undefined where the caller has opened the database. */
type Opened = { database: Database; connection: pg.PoolConfig | undefined }

/** Starts the embedded PostgreSQL where no other is configured, migrates the database and opens a pool. */
export async function openServerDatabase(config: Config, deps: Deps): Promise<Opened> {
  const { log, opened } = deps
  if (deps.database) return { database: deps.database, connection: undefined }
  const connection = await openConnection(config, deps)
  const migrations = await migrate(connection)
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const database = openDatabasePools(connection, {
    role: applicationRole,
    sizes: config.connections,
    timeoutMs,
    onIdleError,
  })
  return { database: opened.use(database), connection }
}

async function openConnection(
  { database, dataDir }: Config,
  { log, opened, onFatal }: Deps,
): Promise<pg.PoolConfig> {
  if (database.kind === 'url') return { connectionString: database.url }
  const { openEmbeddedPostgres } = await import('../database/embedded/embedded-postgres.ts')
  const postgres = await openEmbeddedPostgres({
    dataDir,
    onEvent: (event) => log.info(`embedded PostgreSQL ${event}`),
    ...(onFatal && { onFailure: onFatal }),
  })
  return opened.use(postgres).connection
}
