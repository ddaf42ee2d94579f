import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/database.ts'
import { campaignOfAda, donationBy, testLedger } from '#test/ledger.ts'

import { sql } from '../database/sql.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import type { PaymentSource } from './payment-answer.ts'

const { database } = await testDatabase()

const emails = ['ola@example.com', 'OLA@example.com', 'tunde@example.com']
const sources: PaymentSource[] = ['webhook', 'return', 'check', 'sweep']

const gifts = fc.array(
  fc.record({
    email: fc.constantFrom(...emails),
    amount: fc.integer({ min: 5_000, max: 1_000_000_000 }),
    campaign: fc.nat(1),
  }),
  { minLength: 1, maxLength: 4 },
)

type Change = (amount: number) => Partial<ProviderPayment>
/** What may happen at the provider. Whatever is right is counted as soon as somebody brings it. */
const happenings: Record<string, { change: Change; isRight: boolean }> = {
  paid: { change: () => ({ status: 'success' }), isRight: true },
  'paid with the fee on top': {
    change: (amount) => ({ status: 'success', amount: kobo(amount + 7_500) }),
    isRight: true,
  },
  failed: { change: () => ({ status: 'failed' }), isRight: false },
  'left for good': { change: () => ({ status: 'abandoned' }), isRight: false },
  'paid less': {
    change: (amount) => ({ status: 'success', amount: kobo(amount - 1) }),
    isRight: false,
  },
  'paid in dollars': { change: () => ({ status: 'success', currency: 'USD' }), isRight: false },
  'paid to somebody else': {
    change: () => ({ status: 'success', subAccountCode: 'ACCT_of_a_thief_001' }),
    isRight: false,
  },
  'paid in another world': { change: () => ({ status: 'success', mode: 'live' }), isRight: false },
}

const events = fc.array(
  fc.record({
    gift: fc.nat(3),
    happens: fc.option(fc.constantFrom(...Object.keys(happenings))),
    /** Brought by so many at the same time; by nobody where every delivery got lost. */
    broughtBy: fc.array(fc.constantFrom(...sources), { maxLength: 6 }),
  }),
  { maxLength: 12 },
)

describe('whatever happens, in whatever order, brought by whomever and however often', () => {
  it('the totals are what the provider rightly took, after one sweep and at every moment the sum of the entries', async () => {
    await fc.assert(
      fc.asyncProperty(gifts, events, async (given, happened) => {
        const world = await begin(given)
        for (const { gift, happens, broughtBy } of happened) {
          const place = gift % given.length
          if (happens) world.happen(place, happens)
          await world.bring(place, broughtBy)
          expect(await world.totals()).toEqual(await world.entries())
        }
        await world.sweep()

        expect(await world.totals()).toEqual(world.expected())
        expect(await world.entries()).toEqual(world.expected())
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 100) },
    )
  }, 120_000)
})

type Gift = { email: string; amount: number; campaign: number }

/** Two campaigns of one owner, nobody else's; and beside the real thing the few lines that say what ought to be. */
async function begin(given: Gift[]) {
  const { ledger, provider, pass, clock } = testLedger(database)
  const ownerUid = randomUUID()
  const campaigns = [0, 1].map(() => ({ ...campaignOfAda, id: randomUUID(), ownerUid }))
  const references: string[] = []
  for (const { email, amount, campaign } of given) {
    const to = campaigns[campaign] ?? campaignOfAda
    await ledger.startDonation(donationBy(email, { campaign: to, form: { amount: kobo(amount) } }))
    references.push(provider.lastReference())
  }
  const isRight = given.map(() => false)
  const isCounted = given.map(() => false)
  const due = { currency: 'NGN', mode: 'sandbox', fees: null } as const
  const ids = campaigns.map(({ id }) => id)

  return {
    happen(place: number, name: string) {
      const { amount = 0 } = given[place] ?? {}
      const happening = happenings[name]
      if (!happening) throw new Error(name)
      const { subAccountCode } = campaignOfAda.bankAccount
      const asDue = { ...due, amount: kobo(amount), requestedAmount: kobo(amount), subAccountCode }
      provider.becomes(references[place] ?? '', { ...asDue, ...happening.change(amount) })
      isRight[place] = happening.isRight
      pass(1)
    },
    async bring(place: number, by: PaymentSource[]) {
      const payment = provider.becomes(references[place] ?? '', {})
      const askedAt = clock.now
      await Promise.all(by.map((source) => ledger.applyPayment({ payment, source, askedAt })))
      if (by.length > 0 && isRight[place]) isCounted[place] = true
    },
    async sweep() {
      await ledger.sweepPayments()
      for (const place of given.keys()) isCounted[place] ||= isRight[place] ?? false
    },
    expected() {
      const of = (gifts: Gift[]) => ({
        raised: gifts.reduce((sum, { amount }) => sum + amount, 0),
        donors: new Set(gifts.map(({ email }) => email.toLowerCase())).size,
      })
      const counted = given.filter((_, place) => isCounted[place])
      return [
        of(counted.filter(({ campaign }) => campaign === 0)),
        of(counted.filter(({ campaign }) => campaign === 1)),
        of(counted),
      ]
    },
    async totals() {
      const sums = await ledger.totalsOf(ids)
      return [...ids.map((id) => sums.get(id)), await ledger.ownerTotals(ownerUid)]
    },
    /** Added up one by one from the entries, each of which must balance. */
    async entries() {
      const of = async (where: ReturnType<typeof sql>) => {
        const found = await database.row(
          z.object({ raised: z.int(), donors: z.int(), balance: z.int() }),
          sql`select coalesce(sum(raised_kobo), 0)::bigint as raised, count(distinct donor_key)::integer as donors,
                coalesce(sum(abs(donor_kobo + owner_kobo + ledger_entry.platform_kobo + provider_kobo)), 0)::bigint as balance
              from ledger_entry
              join donation on donation.campaign_id = ledger_entry.campaign_id and donation.id = ledger_entry.donation_id
              where ${where}`,
        )
        expect(found?.balance).toBe(0)
        return { raised: found?.raised, donors: found?.donors }
      }
      const [first, second] = ids
      return [
        await of(sql`ledger_entry.campaign_id = ${first}`),
        await of(sql`ledger_entry.campaign_id = ${second}`),
        await of(sql`ledger_entry.owner_uid = ${ownerUid}`),
      ]
    },
  }
}
