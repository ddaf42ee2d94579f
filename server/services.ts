import type pg from 'pg'

import type { Config } from './config.ts'
import { applicationRole } from './database/application-role.ts'
import { openDatabase, type Database } from './database/database.ts'
import { openEmbeddedPostgres } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openReadiness, type Readiness } from './health/readiness.ts'
import { startJobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import { visitor, type Actor } from './policy/actor.ts'

/** What the routes are made of. Each route factory takes the few it needs. */
export interface Services {
  config: Config
  log: Log
  database: Database
  readiness: Readiness
  actorOf: (request: Request) => Promise<Actor>
}

type Options = { config: Config; log: Log; onFatal: (error: Error) => void }

/** The one place that knows which adapter stands behind each port. What is opened last is closed first. */
export async function openServices(options: Options): Promise<Services & AsyncDisposable> {
  const { config, log } = options
  await using opened = new AsyncDisposableStack()

  const connection = await openConnection(options, opened)
  const taken = await migrate(connection)
  if (taken.length > 0) log.info({ migrations: taken }, 'the database was migrated')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const database = opened.use(openDatabase(connection, { role: applicationRole, onIdleError }))

  opened.use(await startJobs({ connection, log, tasks: [] }))

  const closing = opened.move()
  return {
    config,
    log,
    database,
    readiness: openReadiness(database.pool),
    actorOf: async () => visitor,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** As the owner of the database. */
async function openConnection(
  { config, log, onFatal }: Options,
  opened: AsyncDisposableStack,
): Promise<pg.PoolConfig> {
  if (config.database.kind === 'url') return { connectionString: config.database.url }
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    onEvent: (event) => log.info(`PostgreSQL: ${event}`),
    onFailure: onFatal,
  })
  return opened.use(postgres).connection
}
