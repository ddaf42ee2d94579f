import pg from 'pg'

/** The database could not be reached, had no room, or did not answer in time. What was asked of it may have happened all the same. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** What the database refuses stays as it is; whatever else goes wrong on the way there is `DatabaseUnavailable`. */
export async function reached<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || !isOutOfReach(error)) throw error
    throw new DatabaseUnavailable(error.message, { cause: error })
  }
}

function isOutOfReach(error: Error): boolean {
  // 08: the connection broke. 53: no room. 57P: it is going down or coming up. Without a code: it does not speak PostgreSQL.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '08')
  if ('syscall' in error) return true
  return /^(Connection terminated|Query read timeout|timeout exceeded|Client has encountered)/.test(
    error.message,
  )
}
