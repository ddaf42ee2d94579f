import { expect, it } from 'vitest'

import { testDatabase } from '../support/database/database.ts'
import { booked } from '#test/support/money/ledger.ts'
import { chargeSuccess, openMoneyApp } from '#test/support/money/money-app.ts'

const { database, owner } = await testDatabase()
/** `npm run test:long` runs 1,000. */
const rounds = Number(process.env['COPIES'] ?? 10)

it(
  `books one entry per payment when 64 copies of a webhook arrive at the same time, ${rounds} times`,
  async () => {
    const at = await openMoneyApp({ database, owner })
    for (let round = 1; round <= rounds; round++) {
      const reference = await at.start(`donor${round}@example.com`)
      at.provider.pay(reference)

      const copies = Array.from({ length: 64 }, () => at.deliver(chargeSuccess(reference)))
      // Jobs run while copies are still arriving.
      await Promise.all([...copies, at.runJobs()])
      await at.runJobs()

      const raised = round * 5_000_00
      expect(await booked(database)).toEqual({ entries: round, raised, balance: 0 })
    }
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  },
  60_000 + rounds * 5_000,
)
