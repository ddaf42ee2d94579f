import type { Database } from '../database/database.ts'
import { compareSchema } from '../database/migrate.ts'
import { ReadOnlyDatabase } from '../database/primary.ts'
import { findRoleFault } from '../database/role-check.ts'

type Missing =
  | 'starting'
  | 'database'
  /** The database is a standby, or was made read-only. */
  | 'primary-database'
  | 'migrations'
  /** A newer version took away what this version needs. */
  | 'newer-version'
  /** The connections have other privileges than the application's role. */
  | 'role'
  | 'shutting-down'

/** Why the server is not ready for requests. */
export interface Readiness {
  missing: () => Promise<Missing[]>
  open: () => void
  /** Reports `shutting-down` from now on, so that a load balancer sends no more requests. */
  shutDown: () => void
}

const timeoutMs = 2_000

export function openReadiness(database: Database): Readiness {
  let state: 'starting' | 'open' | 'shutting-down' = 'starting'
  return {
    async missing() {
      if (state !== 'open') return [state]
      try {
        return await withTimeout(findMissing(database))
      } catch (error) {
        return [error instanceof ReadOnlyDatabase ? 'primary-database' : 'database']
      }
    },
    open: () => (state = 'open'),
    shutDown: () => (state = 'shutting-down'),
  }
}

async function findMissing(database: Database): Promise<Missing[]> {
  const { pool } = database
  const { rows } = await pool.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  if (rows[0]?.isReadOnly) return ['primary-database']
  const { missing, contracting } = await compareSchema(pool)
  if (contracting.length > 0) return ['newer-version']
  if (missing.length > 0) return ['migrations']
  return (await findRoleFault(database)) === undefined ? [] : ['role']
}

/** A database that does not answer in time counts as missing. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no response from the database')), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
