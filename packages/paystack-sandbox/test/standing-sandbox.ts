import { afterAll, beforeEach } from 'vitest'

import type { Database } from '../src/storage/database.ts'
import { memoryDatabase } from './memory-database.ts'
import { openSandbox } from './open-sandbox.ts'
import { sandboxPayments } from './sandbox-payments.ts'

type Store<Own extends Database> = { database: Own; empty: () => Promise<unknown> }

export const standingSandbox = async () => standingSandboxOn(await memoryDatabase())

/** The payment sandbox with a database of its own and a clock that only `pass` advances. */
export async function standingSandboxOn<Own extends Database>({ database, empty }: Store<Own>) {
  const clock = { now: new Date('2026-11-20T10:00:00Z') }
  const sandbox = await openSandbox(database, { now: () => clock.now })
  afterAll(sandbox.close)
  beforeEach(async () => {
    await empty()
    sandbox.faults.clear()
  })
  return {
    database,
    clock,
    sandbox,
    ...sandboxPayments(sandbox),
    /** Advances the clock and processes what became due. Returns how much that was. */
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
      return sandbox.processDue()
    },
  }
}
