import pg from 'pg'

/** The database could not be reached, had no resources left or did not answer in time. The statement may still have taken effect. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** PostgreSQL stopped a statement at its timeout, or because its reader has gone. It changed nothing. */
export class StatementStopped extends Error {
  override name = 'StatementStopped'
}

/** Turns connection failures into `DatabaseUnavailable`, and stopped statements into `StatementStopped`. Other errors that the database itself returns stay as they are. */
export async function withUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '57014')
      throw new StatementStopped(error.message, { cause: error })
    if (error instanceof DatabaseUnavailable || !isConnectionFailure(error)) throw error
    throw new DatabaseUnavailable(error.message, { cause: error })
  }
}

/** True where another connection, or the same one later, may succeed. */
export function isConnectionFailure(error: unknown): error is Error {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  // 08: connection failure. 25006: a standby. 53: out of resources. 57P: shutdown or startup. Without a code: not PostgreSQL.
  if (error instanceof pg.DatabaseError) return /^(08|25006|53|57P)/.test(error.code ?? '08')
  if ('syscall' in error) return true
  return /^(Connection terminated|Query read timeout|timeout e|Client has encountered)/.test(
    error.message,
  )
}

/** NUL in a text and in JSON, text that is no JSON or id, and a number that is too large. */
const refusedValueCodes = new Set(['22021', '22P05', '22P02', '22003'])

/** True if PostgreSQL refused a value that came with the request. Nothing was written. */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusedValueCodes.has(error.code ?? '')
}

/** True if a row was refused because its campaign was deleted at the same moment (`refuse_deleted_campaign`). */
export function isCampaignDeleted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'AJ001'
}
