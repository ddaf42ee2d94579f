import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import {
  cardOrigins,
  donationMax,
  donationMin,
  getFeeRange,
  paymentChannels,
  quoteTransferFees,
} from '#shared/fees.ts'
import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openTransferWorld } from '#test/support/money/transfer-world.ts'
import { calculateFee } from '#packages/paystack-sandbox/src/index.ts'

const { database } = await freshDatabase()

it('takes the fee that is shown, or one inside the range, for 2,000 amounts by 5 channels and 2 origins', () => {
  const ways = paymentChannels.flatMap((channel) =>
    cardOrigins.map((origin) => ({ channel, origin })),
  )
  fc.assert(
    fc.property(fc.integer({ min: donationMin, max: donationMax }), (amount) => {
      for (const way of ways) {
        const fee = calculateFee(amount, way)
        const { min, max } = getFeeRange(kobo(amount), way)
        const unknown = getFeeRange(kobo(amount), { channel: way.channel, origin: null })
        expect(fee).toBeGreaterThanOrEqual(min)
        expect(fee).toBeLessThanOrEqual(max)
        expect(fee).toBeGreaterThanOrEqual(unknown.min)
        expect(fee).toBeLessThanOrEqual(unknown.max)
        expect(max).toBeLessThanOrEqual(amount)
        expect(min === max).toBe(way.origin === 'local' || way.channel !== 'card')
      }
    }),
    { numRuns: 2_000 },
  )
})

it('books the fee that was shown for transfers to an account number', async () => {
  const at = await openTransferWorld(database)
  const amounts = fc.sample(fc.integer({ min: donationMin, max: donationMax }), 20)
  for (const amount of amounts) await at.send({ amount })
  await at.donations.reconcilePayments()

  const rows = await database.rows(
    z.object({ amount: z.int(), fee: z.int() }),
    sql`select raised_kobo as amount, fee_kobo as fee from ledger_entry where kind = 'charge'`,
  )
  expect(rows).toHaveLength(20)
  for (const { amount, fee } of rows) expect(fee).toBe(quoteTransferFees(kobo(amount)).fee)
})
