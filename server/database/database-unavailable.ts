import pg from 'pg'

/** The database could not be reached, had no resources left or did not answer in time. The statement may still have taken effect. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Turns connection failures into `DatabaseUnavailable`. Errors that the database itself returns stay as they are. */
export async function withUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || !isConnectionFailure(error)) throw error
    throw new DatabaseUnavailable(error.message, { cause: error })
  }
}

function isConnectionFailure(error: Error): boolean {
  // 08: connection failure. 53: out of resources. 57P: shutdown or startup. Without a code: not a PostgreSQL server.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '08')
  if ('syscall' in error) return true
  return /^(Connection terminated|Query read timeout|timeout exceeded|Client has encountered)/.test(
    error.message,
  )
}
