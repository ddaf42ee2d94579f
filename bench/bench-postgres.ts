import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** A migrated PostgreSQL in a temporary folder, which is deleted on disposal. */
export async function benchPostgres() {
  await using opening = new AsyncDisposableStack()
  const dataDir = opening.adopt(mkdtempSync(join(tmpdir(), 'ajo-bench-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  // PostgreSQL runs as its own user and must be able to enter the folder when root created it.
  chmodSync(dataDir, 0o711)
  const { connection } = opening.use(await openEmbeddedPostgres({ dataDir }))
  await migrate(connection)
  const opened = opening.move()
  return { dataDir, connection, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
