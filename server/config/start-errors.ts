import { ConfigMistakes } from './config.ts'
import { DataInUse } from '../database/embedded/embedded-postgres.ts'
import { MigrationRefused } from '../database/migrate.ts'
import { AddressRefused } from '../http/listener.ts'

/** For whoever starts the server: sentences where they can do something about it, everything there is otherwise. */
export function startMistake(error: unknown): string {
  const isExpected = [ConfigMistakes, DataInUse, MigrationRefused, AddressRefused].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && isExpected) return error.message
  return `Ajo could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
