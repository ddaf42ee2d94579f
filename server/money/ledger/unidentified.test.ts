import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { donationBy, listBalances, testLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, empty } = await testDatabase()
beforeEach(empty)

/** `npm run test:long` runs 10,000. */
const shapes = Math.ceil(Number(process.env['HISTORIES'] ?? 100))
const seed = Number(process.env['SEED'] ?? 1)

const amounts = fc.oneof(
  fc.constantFrom(0, 1, 2, 4_999, 5_000, 5_000_00, 5_000_01, 1_000_000_001, 2 ** 45),
  fc.integer({ min: 0, max: 2_000_000_00 }),
)
const fees = fc
  .oneof(
    fc.constantFrom(null, 0, 1, -1, -5_000_00, 2 ** 40),
    fc.integer({ min: -100, max: 20_000_00 }),
  )
  .map((fee) => (fee === null ? null : kobo(fee)))
const part = fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -100, max: 6_000_00 })).map(kobo)
const split = fc.oneof(
  fc.constant(null),
  fc.record({ provider: part, main: part, subAccount: part }),
)
const shape = fc.record({
  donation: fc.constantFrom('own', 'paid', 'unknown', 'other-shop'),
  amount: amounts,
  requestedAmount: fc.option(amounts, { nil: undefined }),
  fees,
  split: fc.option(split, { nil: undefined }),
  currency: fc.constantFrom('NGN', 'NGN', 'NGN', 'USD', ''),
  mode: fc.constantFrom('sandbox', 'sandbox', 'sandbox', 'live'),
  account: fc.constantFrom('own', 'own', 'none', 'another'),
  status: fc.constantFrom('success', 'success', 'success', 'reversed', 'failed', 'Success', ''),
  channel: fc.constantFrom('card', 'bank_transfer', 'ussd', ''),
})

describe('a payment of any shape', () => {
  it(
    `violates no invariant, and its report never fails (${shapes} shapes, each reported three times)`,
    async () => {
      const at = testLedger(database)
      const before = await database.rows(z.object({}), sql`select from ledger_entry`)
      expect(before).toEqual([])
      let number = 0
      const start = async () => {
        number += 1
        await at.donations.startDonation(donationBy(`donor${number}@example.com`))
        return at.provider.lastReference()
      }
      const toReference = {
        own: start,
        paid: async () => {
          const reference = await start()
          at.provider.pay(reference)
          await at.donations.verifyPayment(reference, 'webhook')
          return reference
        },
        unknown: async () => `AJO-${String((number += 1)).padStart(32, '0')}`,
        'other-shop': async () => `WOO-${(number += 1)}`,
      }
      const accounts = {
        own: {},
        none: { subAccountCode: null },
        another: { subAccountCode: 'ACCT_another' },
      }
      await fc.assert(
        fc.asyncProperty(
          shape,
          async ({ donation, account, amount, requestedAmount, split: parts, ...others }) => {
            const reference = await toReference[donation]()
            const change = {
              ...others,
              ...accounts[account],
              mode: others.mode as 'sandbox' | 'live',
              amount: kobo(amount),
              requestedAmount: kobo(requestedAmount ?? amount),
              ...(parts !== undefined && { split: parts }),
            }
            // Only the provider could change a payment that counts; others can pay its reference again.
            const again = donation === 'paid' ? { transactionId: 10_000 + number } : {}
            at.provider.pay(reference, { ...change, ...again })
            for (const source of ['webhook', 'return', 'sweep'] as const)
              await at.donations.verifyPayment(reference, source)
            at.provider.updatePayment(reference, { fees: kobo(17) })
            await at.donations.verifyPayment(reference, 'sweep')
          },
        ),
        { numRuns: shapes, seed },
      )

      expect(
        (await at.ledger.checkLedger()).findings.filter(({ name }) => !ofProvider.has(name)),
      ).toEqual([])
    },
    shapes * 1_000 + 60_000,
  )
})

/** What the provider itself reports wrongly about a payment that counts. */
const ofProvider = new Set([
  'the provider split the payment as it was quoted',
  'the provider’s split adds up to the payment and its fee',
])

describe('a payment that is no donation', () => {
  it('of one kobo that is all fee has an entry', async () => {
    const at = testLedger(database)
    await at.donations.startDonation(donationBy('donor@example.com'))
    const reference = at.provider.lastReference()
    at.provider.pay(reference, { amount: kobo(1), requestedAmount: kobo(1), fees: kobo(1) })
    await at.donations.verifyPayment(reference, 'webhook')

    const entries = await database.rows(
      z.object({ kind: z.string(), fee: z.int() }),
      sql`select kind, fee_kobo as fee from ledger_entry`,
    )
    expect(entries).toEqual([{ kind: 'unidentified', fee: 1 }])
    expect(await listBalances(database)).toEqual({})
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})
