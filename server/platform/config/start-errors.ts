import { ReadOnlyDatabase } from '../database/primary.ts'
import { toDataDirFault } from '../runtime/data-dir.ts'
import { StartRefused } from '../runtime/start-refused.ts'

/** One sentence for errors that the person at the terminal can correct, the stack for all others. */
export function startErrorMessage(error: unknown, dataDir?: string): string {
  if (error instanceof StartRefused) return error.message
  const fault = dataDir === undefined ? undefined : toDataDirFault(error, dataDir)
  if (fault !== undefined) return fault
  if (error instanceof ReadOnlyDatabase)
    return 'The database is a standby or read-only. Name the host of its primary in DATABASE_URL.'
  return `Ajo could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
