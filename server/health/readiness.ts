import type pg from 'pg'

import { compareSchema } from '../database/migrate.ts'
import { ReadOnlyDatabase } from '../database/primary.ts'

type Missing =
  | 'starting'
  | 'database'
  /** The database is a standby, or was made read-only. */
  | 'primary-database'
  | 'migrations'
  /** The database has migrations that this version does not know. */
  | 'newer-version'
  | 'shutting-down'

/** Why the server is not ready for requests. */
export interface Readiness {
  missing: () => Promise<Missing[]>
  open: () => void
  /** Reports `shutting-down` from now on, so that a load balancer sends no more requests. */
  shutDown: () => void
}

const timeoutMs = 2_000

export function openReadiness(pool: pg.Pool): Readiness {
  let state: 'starting' | 'open' | 'shutting-down' = 'starting'
  return {
    async missing() {
      if (state !== 'open') return [state]
      try {
        return await withTimeout(findMissing(pool))
      } catch (error) {
        return [error instanceof ReadOnlyDatabase ? 'primary-database' : 'database']
      }
    },
    open: () => (state = 'open'),
    shutDown: () => (state = 'shutting-down'),
  }
}

async function findMissing(pool: pg.Pool): Promise<Missing[]> {
  const { rows } = await pool.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  if (rows[0]?.isReadOnly) return ['primary-database']
  const { missing, unknown } = await compareSchema(pool)
  if (unknown.length > 0) return ['newer-version']
  return missing.length > 0 ? ['migrations'] : []
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
