import type pg from 'pg'

import { missingMigrations } from '../database/migrate.ts'

type Missing = 'starting' | 'database' | 'migrations' | 'shutting-down'

/** What stands between us and answering people. */
export interface Readiness {
  missing: () => Promise<Missing[]>
  open: () => void
  /** From now on nobody new should be sent here. */
  shutDown: () => void
}

const patienceMs = 2_000

export function openReadiness(pool: pg.Pool): Readiness {
  let state: 'starting' | 'open' | 'shutting-down' = 'starting'
  return {
    async missing() {
      if (state !== 'open') return [state]
      try {
        const missing = await withinPatience(missingMigrations(pool))
        return missing.length > 0 ? ['migrations'] : []
      } catch {
        return ['database']
      }
    },
    open: () => (state = 'open'),
    shutDown: () => (state = 'shutting-down'),
  }
}

/** A database that does not answer is as good as none. */
async function withinPatience<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), patienceMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
