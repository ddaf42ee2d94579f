import { DataInUse } from '../database/embedded/embedded-postgres.ts'
import { MigrationRefused } from '../database/migrate.ts'
import { AddressRefused } from '../http/listener.ts'
import { ConfigError } from './config.ts'

/** One sentence for errors that the person at the terminal can correct, the stack for all others. */
export function startErrorMessage(error: unknown): string {
  const isExpected = [ConfigError, DataInUse, MigrationRefused, AddressRefused].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && isExpected) return error.message
  return `Ajo could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
