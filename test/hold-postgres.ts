import { openEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts'

// A server reduced to its database, for tests that kill it. Tells its parent what happens.
const tell = (message: object) => process.send?.(message)

try {
  const postgres = await openEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    durable: process.argv[3] === 'durable',
    onEvent: (event) => tell({ event }),
    onFailure: (error) => tell({ failure: error.message }),
  })
  process.once('SIGTERM', () => void postgres[Symbol.asyncDispose]().then(() => process.exit(0)))
  // Whoever hears it may end us at once.
  tell({ connection: postgres.connection })
} catch (error) {
  tell({ failure: (error as Error).message })
  process.exit(1)
}
