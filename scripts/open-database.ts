import type { Config } from '#server/config/config.ts'
import { applicationRole } from '#server/database/application-role.ts'
import { getRunningConnection } from '#server/database/embedded/running-connection.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { toConnection } from '#server/database/primary.ts'
import { DataInUse, openEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts'

/** Works with or without a running server. Undefined if Ajo has no database yet. */
export async function openCommandDatabase(
  config: Config,
  opened: AsyncDisposableStack,
): Promise<Database | undefined> {
  const connection = await connect(config, opened)
  if (connection === undefined) return undefined
  const onIdleError = (error: Error) => console.error(error.message)
  return opened.use(openDatabase(connection, { role: applicationRole, max: 1, onIdleError }))
}

async function connect({ database, dataDir }: Config, opened: AsyncDisposableStack) {
  if (database.kind === 'url') return toConnection(database.urls)
  const running = getRunningConnection(dataDir)
  if (running === undefined) return undefined
  try {
    return opened.use(await openEmbeddedPostgres({ dataDir })).connection
  } catch (error) {
    if (error instanceof DataInUse) return running
    throw error
  }
}
