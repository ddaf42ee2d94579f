import type pg from 'pg'

import { missingMigrations } from '../database/migrate.ts'

type Missing = 'starting' | 'database' | 'migrations' | 'shutting-down'

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
        const missing = await withTimeout(missingMigrations(pool))
        return missing.length > 0 ? ['migrations'] : []
      } catch {
        return ['database']
      }
    },
    open: () => (state = 'open'),
    shutDown: () => (state = 'shutting-down'),
  }
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
