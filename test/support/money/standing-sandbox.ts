import { afterAll, beforeEach } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { openSandbox } from '#test/support/providers/payments-sandbox.ts'
import { sandboxPayments } from '#test/support/providers/sandbox-payments.ts'

/** The payment sandbox with a database of its own and a clock that only `pass` advances. */
export async function standingSandbox() {
  const { database, empty } = await testDatabase()
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
