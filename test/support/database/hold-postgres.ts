import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'

// Runs the embedded PostgreSQL alone, for tests that kill it. Reports to its parent process.
const report = (message: object) => process.send?.(message)

try {
  const postgres = await openEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    durable: process.argv[3] === 'durable',
    onEvent: (event) => report({ event }),
    onFailure: (error) => report({ failure: error.message }),
  })
  process.once('SIGTERM', () => void postgres[Symbol.asyncDispose]().then(() => process.exit(0)))
  // Last, because the parent may kill this process as soon as it receives the connection.
  report({ connection: postgres.connection })
} catch (error) {
  report({ failure: (error as Error).message })
  process.exit(1)
}
