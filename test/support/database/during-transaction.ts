import { setTimeout } from 'node:timers/promises'

import type { Database } from '#server/platform/database/database.ts'
import type { Sql } from '#server/platform/database/sql.ts'

/** Starts the work while a transaction has run the statements, which it commits a moment later. */
export async function startDuring<Result>(
  database: Database,
  statements: Sql[],
  work: () => Promise<Result>,
): Promise<Result> {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const transaction = database.transaction(async ({ run }) => {
    for (const statement of statements) await run(statement)
    held.resolve()
    await release.promise
  })
  await held.promise
  const running = work()
  await setTimeout(500)
  release.resolve()
  await transaction
  return running
}
