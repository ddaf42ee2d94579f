import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/database.ts'
import { booked, campaignOfAda, donationBy, testLedger } from '#test/ledger.ts'
import { ada } from '#test/people.ts'

import { sql } from '../../database/sql.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'
import type { PaymentSource } from '../entries/payment-report.ts'

const { database, owner, empty } = await testDatabase()
let at: ReturnType<typeof testLedger>

beforeEach(async () => {
  await empty()
  at = testLedger(database)
})

async function begun(email = 'donor@example.com', change: Parameters<typeof donationBy>[1] = {}) {
  const answer = await at.donations.startDonation(donationBy(email, change))
  if (answer.kind !== 'started') throw new Error(`not started: ${answer.kind}`)
  return { ...answer, reference: at.provider.lastReference() }
}

const apply = (
  payment: ProviderPayment,
  source: PaymentSource = 'webhook',
  askedAt = at.clock.now,
) => at.ledger.applyPayment({ payment, source, askedAt })

async function totals() {
  const campaign = (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
  return {
    campaign,
    owner: await at.ledger.ownerTotals(ada.uid),
    platform: await at.ledger.platformTotals(),
  }
}

const everywhere = (raised: number, donors: number) => ({
  campaign: { raised, donors },
  owner: { raised, donors },
  platform: { raised, donors },
})

async function quarantined() {
  const schema = z.object({ reason: z.string(), reference: z.string(), state: z.string() })
  return database.rows(schema, sql`select reason, reference, state from quarantined_payment`)
}

describe('a payment that the provider confirms', () => {
  it('is booked once with four legs that sum to zero, and counts everywhere', async () => {
    const { reference } = await begun()

    expect(await apply(at.provider.pays(reference))).toBe('counted')

    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(everywhere(5_000_00, 1))
    const legs = z.object({ donor: z.int(), owner: z.int(), platform: z.int(), provider: z.int() })
    expect(
      await database.rows(
        legs,
        sql`select donor_kobo as donor, owner_kobo as owner, platform_kobo as platform, provider_kobo as provider
            from ledger_entry`,
      ),
    ).toEqual([{ donor: -5_000_00, owner: 4_924_00, platform: 1_00, provider: 75_00 }])
  })

  it('counts once, whoever brings it and however often', async () => {
    const { reference } = await begun()
    const payment = at.provider.pays(reference)

    const outcomes = []
    for (const source of ['webhook', 'return', 'check', 'sweep', 'webhook'] as const)
      outcomes.push(await apply(payment, source))

    expect(outcomes).toEqual(['counted', 'settled', 'settled', 'settled', 'settled'])
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(everywhere(5_000_00, 1))
  })

  it('counts once when 64 copies come at the same time', async () => {
    const { reference } = await begun()
    const payment = at.provider.pays(reference)

    const outcomes = await Promise.all(Array.from({ length: 64 }, () => apply(payment)))

    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'settled')).toHaveLength(63)
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(everywhere(5_000_00, 1))
  })

  it('counts with a whole crowd at once, each gift and each head for itself, and the chain holds', async () => {
    const elsewhere = { ...campaignOfAda, id: randomUUID() }
    const payments = []
    for (let number = 0; number < 40; number++) {
      const campaign = number % 4 === 0 ? elsewhere : campaignOfAda
      const { reference } = await begun(`donor${number % 7}@example.com`, { campaign })
      payments.push(at.provider.pays(reference))
    }
    // The same gift of the same donor, and only one of the two can be counted.
    const { reference } = await begun('donor1@example.com')
    const transactionId = payments[1]?.transactionId ?? 0
    payments.push(at.provider.pays(reference, { transactionId }))

    const outcomes = await Promise.all(payments.map((payment) => apply(payment)))

    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(40)
    expect(outcomes.filter((outcome) => outcome === 'quarantined')).toHaveLength(1)
    expect(await totals()).toEqual({
      ...everywhere(40 * 5_000_00, 7),
      campaign: { raised: 30 * 5_000_00, donors: 7 },
    })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('counts after it failed first, and a late word of the failure changes nothing', async () => {
    const { reference, receipt } = await begun()
    const failed = at.provider.becomes(reference, { status: 'failed' })
    expect(await apply(failed)).toBe('open')
    expect(await at.ledger.campaignTotals([campaignOfAda.id])).toEqual(
      new Map([[campaignOfAda.id, { raised: 0, donors: 0 }]]),
    )

    at.pass(1_000)
    await apply(at.provider.pays(reference))
    await apply({ ...failed }, 'webhook', new Date(at.clock.now.getTime() - 500))

    expect(await totals()).toEqual(everywhere(5_000_00, 1))
    const found = await at.donations.findDonation(receipt)
    expect(found && (await at.donations.refreshDonation(found)).status).toBe('success')
  })

  it('is open until then, and of two answers the one that was asked for later stands', async () => {
    const { reference, receipt } = await begun()
    const shown = async () => {
      at.provider.down(true)
      const found = await at.donations.findDonation(receipt)
      return found && (await at.donations.refreshDonation(found)).status
    }
    expect(await shown()).toBe('pending')

    await apply(at.provider.becomes(reference, { status: 'failed' }))
    const before = new Date(at.clock.now.getTime() - 1)
    await apply(at.provider.becomes(reference, { status: 'ongoing' }), 'webhook', before)
    expect(await shown()).toBe('failed')
    at.pass(1)
    await apply(at.provider.becomes(reference, { status: 'ongoing' }))
    expect(await shown()).toBe('pending')
    at.pass(1)
    await apply(at.provider.becomes(reference, { status: 'some-new-state' }))
    expect(await shown()).toBe('some-new-state')
  })

  it('counts what was asked for when the donor paid the card fee on top', async () => {
    const { reference } = await begun()

    await apply(at.provider.pays(reference, { amount: kobo(5_176_14), fees: kobo(176_14) }))

    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(everywhere(5_000_00, 1))
  })

  it('moves a fee that becomes known later from the owner to the provider, once', async () => {
    const { reference } = await begun()
    await apply(at.provider.pays(reference, { fees: null }))
    const known = at.provider.pays(reference)

    await apply(known)
    await apply(known)

    expect(await booked(database)).toEqual({ entries: 2, raised: 5_000_00, balance: 0 })
    const feeSchema = z.object({ provider: z.int() })
    expect(
      await database.row(
        feeSchema,
        sql`select sum(provider_kobo)::bigint as provider from ledger_entry`,
      ),
    ).toEqual({ provider: 75_00 })
  })
})

describe('heads', () => {
  it('are distinct addresses, whatever their case', async () => {
    for (const email of ['ola@example.com', 'OLA@Example.com', 'tunde@example.com'])
      await apply(at.provider.pays((await begun(email)).reference))

    expect(await totals()).toEqual(everywhere(15_000_00, 2))
  })
})

describe('a payment that does not match', () => {
  it.each<[string, Partial<ProviderPayment>]>([
    ['mode', { mode: 'live' }],
    ['currency', { currency: 'USD' }],
    ['amount', { requestedAmount: kobo(1_00), amount: kobo(1_00) }],
    ['amount', { amount: kobo(4_999_99) }],
    ['amount', { requestedAmount: kobo(9_000_00), amount: kobo(9_000_00) }],
    ['sub-account', { subAccountCode: 'ACCT_of_a_thief_001' }],
    ['sub-account', { subAccountCode: null }],
  ])('in its %s is kept aside, once, and never counted', async (reason, change) => {
    const { reference, receipt } = await begun()
    const payment = at.provider.pays(reference, change)

    expect(await apply(payment)).toBe('quarantined')
    expect(await apply(payment, 'sweep')).toBe('quarantined')

    expect(await quarantined()).toEqual([{ reason, reference, state: 'open' }])
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })
    expect(await totals()).toEqual(everywhere(0, 0))
    const found = await at.donations.findDonation(receipt)
    expect(found && (await at.donations.refreshDonation(found)).status).toBe('processing')
  })

  it('is kept aside when nobody here asked for it', async () => {
    const reference = 'AJO-00000000000000000000000000000000'

    expect(await apply(at.provider.pays(reference))).toBe('unknown')

    expect(await quarantined()).toEqual([{ reason: 'unknown-reference', reference, state: 'open' }])
    expect(await totals()).toEqual(everywhere(0, 0))
  })

  it('is kept aside when one transaction claims to pay for two donations, or two for one', async () => {
    const first = at.provider.pays((await begun()).reference)
    await apply(first)
    const { transactionId } = first
    const elsewhere = { ...campaignOfAda, id: randomUUID() }
    for (const campaign of [campaignOfAda, elsewhere]) {
      const { reference } = await begun('other@example.com', { campaign })
      expect(await apply(at.provider.pays(reference, { transactionId }))).toBe('quarantined')
    }

    expect(await apply({ ...first, transactionId: transactionId + 1 })).toBe('quarantined')

    expect((await quarantined()).map(({ reason }) => reason).sort()).toEqual([
      'second-transaction',
      'transaction',
      'transaction',
    ])
    expect(await totals()).toEqual(everywhere(5_000_00, 1))
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
  })

  it('does not take back what was counted before', async () => {
    const { reference } = await begun()
    const payment = at.provider.pays(reference)
    await apply(payment)

    await apply({ ...payment, amount: kobo(1_00), requestedAmount: kobo(1_00) })

    expect(await totals()).toEqual(everywhere(5_000_00, 1))
    expect(await quarantined()).toHaveLength(1)
  })
})

describe('the books', () => {
  it('only grow: the application may neither change nor remove an entry', async () => {
    await apply(at.provider.pays((await begun()).reference))

    for (const statement of [
      'update ledger_entry set raised_kobo = 1',
      'delete from ledger_entry',
      'truncate ledger_entry',
      'delete from donation',
      'drop table ledger_entry',
    ])
      await expect(database.pool.query(statement)).rejects.toThrow(
        /permission denied|must be owner/,
      )
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
  })

  it('refuse an entry whose legs do not sum to zero, whoever writes it', async () => {
    await apply(at.provider.pays((await begun()).reference))

    await expect(
      owner.pool.query('update ledger_entry set owner_kobo = owner_kobo + 1'),
    ).rejects.toThrow('ledger_entry_check')
  })

  it('keep donors readable to nobody who reads the tables', async () => {
    await begun('secret.donor@example.com')

    const { rows } = await owner.pool.query<{ text: string }>(
      'select donation::text as text from donation',
    )
    expect(rows).toHaveLength(1)
    for (const address of ['secret.donor', 'SECRET.DONOR'])
      for (const text of [address, Buffer.from(address).toString('hex')])
        expect(rows[0]?.text).not.toContain(text)
  })
})
