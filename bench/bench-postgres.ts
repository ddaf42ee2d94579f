import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'

/** A migrated PostgreSQL for one bench; closing it leaves nothing behind. */
export async function benchPostgres() {
  await using opening = new AsyncDisposableStack()
  const dataDir = opening.adopt(mkdtempSync(join(tmpdir(), 'ajo-bench-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  // Below a folder of root's, PostgreSQL's own account has to get through.
  chmodSync(dataDir, 0o711)
  const { connection } = opening.use(await openEmbeddedPostgres({ dataDir }))
  await migrate(connection)
  const opened = opening.move()
  return { dataDir, connection, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
