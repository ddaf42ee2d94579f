import type { Config } from '#server/platform/config/config.ts'
import { applicationRole } from '#server/platform/database/application-role.ts'
import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabasePools } from '#server/platform/database/pools.ts'
import { toConnection, type Connection } from '#server/platform/database/primary.ts'
import {
  DataInUse,
  openEmbeddedPostgres,
} from '#server/platform/database/embedded/embedded-postgres.ts'

/** Without a pooler. Works with or without a running server. Undefined if Ajo has no database yet. */
export async function openCommandDatabase(
  config: Config,
  opened: AsyncDisposableStack,
): Promise<Database | undefined> {
  const connection = await openOwnerConnection(config, opened)
  return connection && opened.use(openAsApplication(config, connection))
}

export const openAsApplication = ({ database }: Config, connection: Connection): Database =>
  openDatabasePools(connection, {
    role: applicationRole,
    sizes: { people: 10, money: 1, jobs: 1 },
    standbyUrls: database.kind === 'url' ? database.standbyUrls : undefined,
    onIdleError: (error) => console.error(error.message),
  })

/** As the owner of all tables, without a pooler. Undefined if Ajo has no database yet. */
export async function openOwnerConnection(
  config: Config,
  opened: AsyncDisposableStack,
): Promise<Connection | undefined> {
  const { database } = config
  return database.kind === 'url' ? toConnection(database.directUrls) : openEmbedded(config, opened)
}

async function openEmbedded({ dataDir }: Config, opened: AsyncDisposableStack) {
  const running = getRunningConnection(dataDir)
  if (running === undefined) return undefined
  try {
    return opened.use(await openEmbeddedPostgres({ dataDir })).connection
  } catch (error) {
    if (error instanceof DataInUse) return running
    throw error
  }
}
