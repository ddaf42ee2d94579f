import { randomUUID } from 'node:crypto'

import { charge } from '#dev/payments-sandbox/charge.ts'
import { testCards } from '#dev/payments-sandbox/test-cards.ts'
import { findByAccessCode, saveTransaction } from '#dev/payments-sandbox/transactions.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { Donation } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'

import type { Backstage } from './backstage.ts'
import type { Chance } from './chance.ts'
import { encouragements, guestDonor } from './donors.ts'
import type { People } from './people.ts'

type Gift = { at: Date; form: Donation; donorUid: string | null; course: Course }
type Course = 'paid' | 'failed' | 'abandoned'

type Plan = {
  campaign: StoredCampaign
  count: number
  /** Naira that the paid ones should come to, more or less. */
  raiseNaira: number
  from: Date
  until: Date
}

/** So many donations between two moments, each from the form to the ledger. */
export async function giveDonations(
  backstage: Backstage,
  people: People,
  plan: Plan & { luck: Chance },
) {
  for (const gift of giftsOf(plan, people)) await give(backstage, plan.campaign, gift)
}

async function give(
  { clock, database, ledger, payments }: Backstage,
  campaign: StoredCampaign,
  gift: Gift,
) {
  clock.now = gift.at
  const { form, donorUid } = gift
  const started = await ledger.startDonation({ campaign, donorUid, key: randomUUID(), form })
  if (started.kind !== 'started') throw new Error(`a sample donation was ${started.kind}`)

  clock.now = new Date(gift.at.getTime() + 90_000)
  const transaction = await findByAccessCode(database, started.url.split('/').at(-1) ?? '')
  if (!transaction) throw new Error('the sandbox has no such checkout')
  const card = testCards.find(
    ({ steps, decline }) => steps.length === 0 && (decline === null) === (gift.course === 'paid'),
  )
  if (card && gift.course !== 'abandoned') {
    const { number, cvv } = card
    const form = { step: 'card', number, cvv, expiry: '12/49' } as const
    await saveTransaction(database, charge(transaction, form, clock.now).transaction)
  }
  const payment = await payments.verify(transaction.reference)
  if (payment) await ledger.applyPayment({ payment, source: 'webhook', askedAt: clock.now })
}

function giftsOf(
  { count, raiseNaira, from, until, luck }: Plan & { luck: Chance },
  people: People,
): Gift[] {
  const courses = Array.from({ length: count }, (): Course => {
    const drawn = luck.next()
    if (drawn < 0.87) return 'paid'
    return drawn < 0.95 ? 'abandoned' : 'failed'
  })
  const weights = courses.map(() => luck.oneOf([1, 1, 2, 2, 2, 5, 5, 10, 10, 20, 40]))
  const paidWeight = weights.reduce(
    (sum, weight, index) => sum + (courses[index] === 'paid' ? weight : 0),
    0,
  )
  const nairaPerWeight = raiseNaira / Math.max(paidWeight, 1)
  const span = until.getTime() - from.getTime()
  const times = courses
    .map(() => from.getTime() + span * luck.next())
    .toSorted((one, other) => one - other)

  return courses.map((course, index) => {
    const naira = Math.max(500, Math.round(((weights[index] ?? 1) * nairaPerWeight) / 100) * 100)
    const amount = kobo(Math.min(naira, 5_000_000) * 100)
    return { course, at: new Date(times[index] ?? 0), ...donorOf(luck, people, amount) }
  })
}

function donorOf(luck: Chance, people: People, amount: Donation['amount']) {
  const drawn = luck.next()
  const message = luck.next() < 0.45 ? luck.oneOf(encouragements) : ''
  const anonymous = luck.next() < 0.15
  const account = drawn < 0.06 ? people.tunde : drawn < 0.09 ? people.aisha : undefined
  const name = account?.fullName ?? guestDonor(luck)
  const email = account?.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return {
    donorUid: account?.uid ?? null,
    form: { amount, email, name, message, anonymous, updates: message !== '' },
  }
}
