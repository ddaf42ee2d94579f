import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignOfAda, donationBy, freshLedger } from '#test/support/money/ledger.ts'
import { bola } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'

const { at, database } = await freshLedger()

const listStored = () =>
  database.rows(
    z.object({ state: z.string(), reference: z.string() }),
    sql`select state, reference from donation order by created_at`,
  )

/** What the provider answers again after another answer. */
const startPayments = () =>
  at.provider.onInitialize(async ({ reference }) => ({
    kind: 'started',
    url: `https://checkout.example/${reference}`,
    accessCode: 'abc',
  }))

describe('starting a donation', () => {
  it('sends the provider only our own data, the amount and the address', async () => {
    const outcome = await at.donations.startDonation(donationBy('guest@example.com'))

    const [{ reference, metadata, ...sent } = {}] = at.provider.started
    if (outcome.kind !== 'started') throw new Error(outcome.kind)
    expect(sent).toEqual({
      email: 'guest@example.com',
      amount: 5_000_00,
      subAccountCode: campaignOfAda.bankAccount.subAccountCode,
      terms: { feeBearer: 'subaccount', transactionCharge: 100 },
      callbackUrl: `https://ajo.example/donations/${outcome.accessCode}`,
      cancelUrl: 'https://ajo.example/c/a-well-for-ife/donate',
    })
    expect(reference).toMatch(/^[A-Za-z0-9.=-]+$/)
    expect(metadata).toEqual({
      userId: campaignOfAda.ownerUid,
      campaignId: campaignOfAda.id,
      donationId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(outcome.url).toBe(`https://checkout.example/${reference}`)
    expect(outcome.accessCode).toMatch(/^[\w-]{22}$/)
  })

  it('returns a signed-in donor to Transactions', async () => {
    await at.donations.startDonation(donationBy(bola.email, { donorUid: bola.uid }))

    expect(at.provider.started[0]).toMatchObject({
      callbackUrl: 'https://ajo.example/dashboard/transactions',
      cancelUrl: `https://ajo.example/dashboard/campaign/${campaignOfAda.id}/donate`,
    })
  })

  it('answers repeats of a form equally, at once and after a restart, with one payment at the provider', async () => {
    const form = donationBy('donor@example.com')
    const concurrent = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? at.donations : at.openAnother()).startDonation(form),
      ),
    )
    const later = await at.openAnother().startDonation(form)

    expect(new Set([...concurrent, later].map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(later.kind).toBe('started')
    expect(at.provider.started).toHaveLength(1)
    expect(await listStored()).toHaveLength(1)
  })

  it('separates equal idempotency keys of different donors', async () => {
    const idempotencyKey = randomUUID()
    const mine = await at.donations.startDonation(donationBy('a@example.com', { idempotencyKey }))
    const theirs = await at.donations.startDonation(
      donationBy('b@example.com', { idempotencyKey, donorUid: bola.uid }),
    )

    expect([mine.kind, theirs.kind]).toEqual(['started', 'started'])
    expect(at.provider.started).toHaveLength(2)
  })

  it('answers unavailable when the provider does not answer, and uses a new reference for the next attempt', async () => {
    const form = donationBy('donor@example.com')
    at.provider.onInitialize(async () => {
      throw new PaymentsUnavailable('time-out')
    })
    expect(await at.donations.startDonation(form)).toEqual({ kind: 'unavailable' })
    expect((await listStored()).map(({ state }) => state)).toEqual(['init_unknown'])

    startPayments()
    expect((await at.donations.startDonation(form)).kind).toBe('started')

    const references = at.provider.started.map(({ reference }) => reference)
    expect(new Set(references).size).toBe(2)
    expect((await listStored()).map(({ state }) => state).sort()).toEqual([
      'init_unknown',
      'initialized',
    ])
  })

  it('counts a payment whose checkout request was never answered', async () => {
    at.provider.onInitialize(async () => {
      throw new PaymentsUnavailable('time-out')
    })
    await at.donations.startDonation(donationBy('donor@example.com'))

    const { subAccountCode } = campaignOfAda.bankAccount
    const payment = at.provider.pay(at.provider.lastReference(), { subAccountCode })

    expect(await at.ledger.applyPayment({ payment, source: 'sweep', askedAt: at.clock.now })).toBe(
      'counted',
    )
  })

  it('takes over from a process that crashed while it asked the provider', async () => {
    const form = donationBy('donor@example.com')
    const asked = Promise.withResolvers<void>()
    at.provider.onInitialize(() => {
      asked.resolve()
      return new Promise(() => {})
    })
    void at.openAnother().startDonation(form)
    await asked.promise

    at.pass(31_000)
    startPayments()
    expect((await at.donations.startDonation(form)).kind).toBe('started')
    expect((await listStored()).map(({ state }) => state).sort()).toEqual([
      'init_unknown',
      'initialized',
    ])
  })

  it('answers the provider’s refusal, repeats it for the same form and accepts a corrected form', async () => {
    const form = donationBy('donor@example.com')
    at.provider.onInitialize(async () => ({ kind: 'refused', message: 'Invalid Email: Check it' }))
    const refusal = { kind: 'refused', message: 'Invalid Email: Check it' }
    expect(await at.donations.startDonation(form)).toEqual(refusal)
    expect(await at.donations.startDonation(form)).toEqual(refusal)
    expect(at.provider.started).toHaveLength(1)

    startPayments()
    const corrected = { ...form, form: { ...form.form, email: 'donor@example.org' } }
    expect((await at.donations.startDonation(corrected)).kind).toBe('started')
  })

  it('refuses a checkout address of another origin', async () => {
    at.provider.onInitialize(async () => ({
      kind: 'started',
      url: 'https://checkout.example.evil.test/abc',
      accessCode: 'abc',
    }))

    expect(await at.donations.startDonation(donationBy('donor@example.com'))).toEqual({
      kind: 'unavailable',
    })
  })

  it('closes a campaign when its end day begins in Lagos', async () => {
    at.clock.now = new Date('2026-05-31T22:59:59.999Z')
    expect((await at.donations.startDonation(donationBy('early@example.com'))).kind).toBe('started')

    at.clock.now = new Date('2026-05-31T23:00:00.000Z')
    expect(await at.donations.startDonation(donationBy('late@example.com'))).toEqual({
      kind: 'closed',
    })
    expect(await listStored()).toHaveLength(1)
  })

  it('accepts donations to a campaign without an end date at any time', async () => {
    at.clock.now = new Date('2096-01-01T00:00:00Z')
    const campaign = { ...campaignOfAda, endDate: null }

    expect((await at.donations.startDonation(donationBy('a@example.com', { campaign }))).kind).toBe(
      'started',
    )
  })
})

describe('a campaign', () => {
  it('has donations once it was paid, and for an hour after a checkout began', async () => {
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(false)
    await at.donations.startDonation(donationBy('donor@example.com'))
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(true)
    at.pass(3_600_000)
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(false)

    const payment = at.provider.pay(at.provider.lastReference())
    await at.ledger.applyPayment({ payment, source: 'webhook', askedAt: at.clock.now })
    expect(await at.ledger.hasDonations(campaignOfAda.id)).toBe(true)
  })
})
