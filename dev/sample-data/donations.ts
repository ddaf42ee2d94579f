import { randomUUID } from 'node:crypto'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { DonationForm } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'

import type { SampleServices } from './sample-services.ts'
import type { Random } from './random.ts'
import { encouragements, pickGuestName } from './donors.ts'
import type { People } from './people.ts'
import {
  charge,
  dividePayment,
  testCards,
  findByAccessCode,
  saveTransaction,
} from '#packages/paystack-sandbox/src/index.ts'

type SampleDonation = { at: Date; form: DonationForm; donorUid: string | null; outcome: Outcome }
type Outcome = 'paid' | 'failed' | 'abandoned'

type Plan = {
  campaign: StoredCampaign
  count: number
  /** Approximate sum of the paid donations. */
  raiseNaira: number
  from: Date
  until: Date
}

/** Creates donations at random times between two dates. Each runs from the form through checkout to the ledger. */
export async function seedDonations(
  services: SampleServices,
  people: People,
  plan: Plan & { random: Random },
) {
  for (const donation of planDonations(plan, people))
    await seedDonation(services, plan.campaign, donation)
}

async function seedDonation(
  { clock, database, donations, ledger, payments, confirmedAddresses }: SampleServices,
  campaign: StoredCampaign,
  donation: SampleDonation,
) {
  clock.now = donation.at
  const { form, donorUid } = donation
  const started = await donations.startDonation({
    campaign,
    donorUid,
    language: 'en',
    idempotencyKey: randomUUID(),
    form,
  })
  if (started.kind !== 'started')
    throw new Error(`a sample donation failed: ${JSON.stringify(started)}`)
  if (form.updates) await confirmedAddresses.confirmAccount(form.email)

  clock.now = new Date(donation.at.getTime() + 90_000)
  const transaction = await findByAccessCode(database, started.url.split('/').at(-1) ?? '')
  if (!transaction) throw new Error('the sandbox has no such checkout')
  const card = testCards.find(
    ({ steps, decline }) =>
      steps.length === 0 && (decline === null) === (donation.outcome === 'paid'),
  )
  if (card && donation.outcome !== 'abandoned') {
    const { number, cvv } = card
    const submission = { step: 'card', number, cvv, expiry: '12/49' } as const
    const { transaction: charged } = charge(transaction, submission, clock.now)
    if (donation.outcome === 'paid') await dividePayment(database, charged, clock.now)
    else await saveTransaction(database, charged)
  }
  const payment = await payments.verify(transaction.reference)
  if (payment) await ledger.applyPayment({ payment, source: 'webhook', askedAt: clock.now })
}

function planDonations(
  { count, raiseNaira, from, until, random }: Plan & { random: Random },
  people: People,
): SampleDonation[] {
  const outcomes = Array.from({ length: count }, (): Outcome => {
    const drawn = random.next()
    if (drawn < 0.87) return 'paid'
    return drawn < 0.95 ? 'abandoned' : 'failed'
  })
  const weights = outcomes.map(() => random.pick([1, 1, 2, 2, 2, 5, 5, 10, 10, 20, 40]))
  const paidWeight = weights.reduce(
    (sum, weight, index) => sum + (outcomes[index] === 'paid' ? weight : 0),
    0,
  )
  const nairaPerWeight = raiseNaira / Math.max(paidWeight, 1)
  const span = until.getTime() - from.getTime()
  const times = outcomes
    .map(() => from.getTime() + span * random.next())
    .toSorted((one, other) => one - other)

  return outcomes.map((outcome, index) => {
    const naira = Math.max(500, Math.round(((weights[index] ?? 1) * nairaPerWeight) / 100) * 100)
    const amount = kobo(Math.min(naira, 5_000_000) * 100)
    return { outcome, at: new Date(times[index] ?? 0), ...pickDonor(random, people, amount) }
  })
}

function pickDonor(random: Random, people: People, amount: DonationForm['amount']) {
  const drawn = random.next()
  const message = random.next() < 0.45 ? random.pick(encouragements) : ''
  const anonymous = random.next() < 0.15
  const shareEmail = !anonymous && drawn > 0.7
  const account = drawn < 0.06 ? people.tunde : drawn < 0.09 ? people.aisha : undefined
  const name = account?.fullName ?? pickGuestName(random)
  const email = account?.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return {
    donorUid: account?.uid ?? null,
    form: {
      amount,
      email,
      name,
      message,
      anonymous,
      updates: message !== '',
      shareEmail,
      showName: drawn > 0.3,
      hideAmount: drawn > 0.85,
      showMessage: message !== '',
    },
  }
}
