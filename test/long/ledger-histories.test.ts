import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import { ledgerChecks } from '#server/ledger/reconciliation/ledger-check.ts'
import { daysLeft } from '#shared/day.ts'
import { testDatabase } from '../database.ts'
import { historyArbitrary } from '../ledger-history.ts'
import { campaignOfAda, donationBy, testLedger } from '../ledger.ts'
import { playHistory } from '../play-history.ts'

const { database } = await testDatabase()
/** `npm run test:long` plays 10,000. */
const histories = Number(process.env['HISTORIES'] ?? 300)
/** In the name of the test, so that any run can be had again. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

it(
  `after ${histories} histories (seed ${seed}) of payments, refunds and disputes, told in any order, at once, twice or not at all, the totals are what they ought to be`,
  async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (history) => {
        const { seen, expected } = await playHistory(database, history)
        expect(seen).toEqual(expected)
      }),
      { numRuns: histories, seed },
    )
    const proof = await ledgerChecks({ database, now: () => new Date() }).checkLedger()
    // Some of these providers send back more than they took; of that the proof is meant to tell.
    const names = new Set(proof.findings.map(({ name }) => name))
    names.delete('refunds at the provider never exceed the payment')
    expect([...names]).toEqual([])
  },
  histories * 2_000,
)

it('takes gifts exactly as long as the card shows a day left', async () => {
  const { donations, clock } = testLedger(database)
  const end = Date.parse('2026-06-01T00:00:00+01:00')
  const moments = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 }),
  )
  await fc.assert(
    fc.asyncProperty(moments, async (ms) => {
      clock.now = new Date(end + ms)
      const answer = await donations.startDonation(donationBy('donor@example.com'))
      const shown = daysLeft(campaignOfAda.endDate, clock.now) ?? 1
      expect(answer.kind).toBe(shown >= 1 ? 'started' : 'closed')
    }),
    { numRuns: 40 },
  )
})

it('never adds play money to real totals, whoever asks', async () => {
  const campaign = { ...campaignOfAda, id: randomUUID(), ownerUid: randomUUID() }
  const play = testLedger(database)
  await play.donations.startDonation(donationBy('donor@example.com', { campaign }))
  const payment = play.provider.pay(play.provider.lastReference())
  const payments = { ...play.payments, mode: 'live' as const }
  const live = testLedger(database, payments).ledger

  const answer = { source: 'webhook' as const, askedAt: play.clock.now }
  await live.applyPayment({ payment: { ...payment, mode: 'live' }, ...answer })
  expect(await live.ownerTotals(campaign.ownerUid)).toEqual({ raised: 0, donors: 0 })
  await play.ledger.applyPayment({ payment, ...answer })

  expect(await live.ownerTotals(campaign.ownerUid)).toEqual({ raised: 0, donors: 0 })
  expect(await live.platformTotals()).toEqual({ raised: 0, donors: 0 })
  expect(await play.ledger.ownerTotals(campaign.ownerUid)).toEqual({ raised: 5_000_00, donors: 1 })
})
