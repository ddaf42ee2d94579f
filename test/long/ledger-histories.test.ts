import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { ledgerChecks } from '#server/money/ledger/ledger-check.ts'
import { daysLeft } from '#shared/day.ts'
import { testDatabase } from '../support/database/database.ts'
import { historyArbitrary } from '#test/support/money/ledger-history.ts'
import { campaignOfAda, donationBy, testLedger } from '#test/support/money/ledger.ts'
import { playHistory } from '#test/support/money/play-history.ts'

const { database } = await testDatabase()
/** `npm run test:long` runs 10,000. */
const histories = Number(process.env['HISTORIES'] ?? 25)
/** Part of the test's title, so that a run can be repeated. */
const seed = Number(process.env['SEED'] ?? (process.env['HISTORIES'] ? Date.now() % 2 ** 31 : 1))

it(
  `has the expected totals after ${histories} histories (seed ${seed}) of payments, refunds and disputes, reported in any order, concurrently, twice or not at all`,
  async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (history) => {
        const { seen, expected } = await playHistory(database, history)
        expect(seen).toEqual(expected)
      }),
      { numRuns: histories, seed },
    )
    const check = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
    // Some histories refund more than was paid, which this check must report.
    const names = new Set(check.findings.map(({ name }) => name))
    names.delete('the provider never reverses more than the payment')
    expect([...names]).toEqual([])
  },
  histories * 2_000,
)

it('accepts donations exactly while the campaign card shows days left', async () => {
  const { donations, clock } = testLedger(database)
  const end = Date.parse('2026-06-01T00:00:00+01:00')
  const moments = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 }),
  )
  await fc.assert(
    fc.asyncProperty(moments, async (ms) => {
      clock.now = new Date(end + ms)
      const report = await donations.startDonation(donationBy('donor@example.com'))
      const shown = daysLeft(campaignOfAda.endDate, clock.now) ?? 1
      expect(report.kind).toBe(shown >= 1 ? 'started' : 'closed')
    }),
    { numRuns: 40 },
  )
})

it('never adds sandbox payments to live totals', async () => {
  const campaign = { ...campaignOfAda, id: randomUUID(), ownerUid: randomUUID() }
  const sandbox = testLedger(database)
  await sandbox.donations.startDonation(donationBy('donor@example.com', { campaign }))
  const payment = sandbox.provider.pay(sandbox.provider.lastReference())
  const payments = { ...sandbox.payments, mode: 'live' as const }
  const live = testLedger(database, payments).ledger

  const report = { source: 'webhook' as const, askedAt: sandbox.clock.now }
  await live.applyPayment({ payment: { ...payment, mode: 'live' }, ...report })
  expect(await live.ownerTotals(campaign.ownerUid)).toEqual({ raised: 0, donors: 0 })
  await sandbox.ledger.applyPayment({ payment, ...report })

  expect(await live.ownerTotals(campaign.ownerUid)).toEqual({ raised: 0, donors: 0 })
  expect(await live.platformTotals()).toEqual({ raised: 0, donors: 0 })
  expect(await sandbox.ledger.ownerTotals(campaign.ownerUid)).toEqual({
    raised: 5_000_00,
    donors: 1,
  })
})
