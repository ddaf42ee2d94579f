import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { booked, campaignOfAda, freshLedger } from '#test/support/money/ledger.ts'
import { ada } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'
import type { PaymentSource } from './provider-report.ts'

const { at, database, owner } = await freshLedger()

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

const allTotals = (raised: number, donors: number) => ({
  campaign: { raised, donors },
  owner: { raised, donors },
  platform: { raised, donors },
})

async function listQuarantined() {
  const schema = z.object({ reason: z.string(), reference: z.string(), state: z.string() })
  return database.rows(schema, sql`select reason, reference, state from quarantined_payment`)
}

describe('a confirmed payment', () => {
  it('books one entry whose accounts sum to zero, and adds to all totals', async () => {
    const { reference } = await at.startDonation()

    expect(await apply(at.provider.pay(reference))).toBe('counted')

    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(allTotals(5_000_00, 1))
    const legs = z.object({ donor: z.int(), owner: z.int(), platform: z.int(), provider: z.int() })
    expect(
      await database.rows(
        legs,
        sql`select donor_kobo as donor, owner_kobo as owner, platform_kobo as platform, provider_kobo as provider
            from ledger_entry`,
      ),
    ).toEqual([{ donor: -5_000_00, owner: 4_924_00, platform: 1_00, provider: 75_00 }])
  })

  it('counts a payment once when 64 reports arrive at the same time', async () => {
    const { reference } = await at.startDonation()
    const payment = at.provider.pay(reference)

    const outcomes = await Promise.all(Array.from({ length: 64 }, () => apply(payment)))

    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(63)
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await totals()).toEqual(allTotals(5_000_00, 1))
  })

  it('counts 40 simultaneous donations and their donors, whose addresses differ in case', async () => {
    const elsewhere = { ...campaignOfAda, id: randomUUID() }
    const payments = []
    for (let number = 0; number < 40; number++) {
      const campaign = number % 4 === 0 ? elsewhere : campaignOfAda
      const name = number % 3 === 0 ? 'DONOR' : 'donor'
      const { reference } = await at.startDonation(`${name}${number % 7}@example.com`, { campaign })
      payments.push(at.provider.pay(reference))
    }
    // A second donation reports the same transaction, so that only one of the two counts.
    const { reference } = await at.startDonation('donor1@example.com')
    const transactionId = payments[1]?.transactionId ?? 0
    payments.push(at.provider.pay(reference, { transactionId }))

    const outcomes = await Promise.all(payments.map((payment) => apply(payment)))

    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(40)
    expect(outcomes.filter((outcome) => outcome === 'quarantined')).toHaveLength(1)
    expect(await totals()).toEqual({
      ...allTotals(40 * 5_000_00, 7),
      campaign: { raised: 30 * 5_000_00, donors: 7 },
    })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('counts a success after a failure, and ignores a late report of the failure', async () => {
    const { reference, accessCode } = await at.startDonation()
    const failed = at.provider.updatePayment(reference, { status: 'failed' })
    expect(await apply(failed)).toBe('open')
    expect(await at.ledger.campaignTotals([campaignOfAda.id])).toEqual(
      new Map([[campaignOfAda.id, { raised: 0, donors: 0 }]]),
    )

    at.pass(1_000)
    await apply(at.provider.pay(reference))
    await apply({ ...failed }, 'webhook', new Date(at.clock.now.getTime() - 500))

    expect(await totals()).toEqual(allTotals(5_000_00, 1))
    const found = await at.donations.findDonation(accessCode)
    expect(found && (await at.donations.refreshDonation(found)).status).toBe('success')
  })

  it('shows an unpaid donation by the report that was asked for last', async () => {
    const { reference, accessCode } = await at.startDonation()
    const readStatus = async () => {
      at.provider.setDown(true)
      const found = await at.donations.findDonation(accessCode)
      return found && (await at.donations.refreshDonation(found)).status
    }
    expect(await readStatus()).toBe('pending')

    await apply(at.provider.updatePayment(reference, { status: 'failed' }))
    const before = new Date(at.clock.now.getTime() - 1)
    await apply(at.provider.updatePayment(reference, { status: 'ongoing' }), 'webhook', before)
    expect(await readStatus()).toBe('failed')
    at.pass(1)
    await apply(at.provider.updatePayment(reference, { status: 'ongoing' }))
    expect(await readStatus()).toBe('pending')
    at.pass(1)
    await apply(at.provider.updatePayment(reference, { status: 'some-new-state' }))
    expect(await readStatus()).toBe('some-new-state')
  })
})

describe('a payment that does not match its donation', () => {
  it.each<[string, Partial<ProviderPayment>]>([
    ['mode', { mode: 'live' }],
    ['currency', { currency: 'USD' }],
    ['amount', { requestedAmount: kobo(1_00), amount: kobo(1_00), fees: kobo(1) }],
    ['amount', { amount: kobo(4_999_99) }],
    ['amount', { requestedAmount: kobo(9_000_00), amount: kobo(9_000_00) }],
    ['sub-account', { subAccountCode: 'ACCT_of_a_thief_001' }],
    ['sub-account', { subAccountCode: null }],
  ])('quarantines a payment with another %s once and never counts it', async (reason, change) => {
    const { reference, accessCode } = await at.startDonation()
    const payment = at.provider.pay(reference, change)

    expect(await apply(payment)).toBe('quarantined')
    expect(await apply(payment, 'sweep')).toBe('quarantined')

    expect(await listQuarantined()).toEqual([{ reason, reference, state: 'open' }])
    const entries = reason === 'mode' || reason === 'currency' ? 0 : 1
    expect(await booked(database)).toEqual({ entries, raised: 0, balance: 0 })
    expect(await totals()).toEqual(allTotals(0, 0))
    const found = await at.donations.findDonation(accessCode)
    expect(found && (await at.donations.refreshDonation(found)).status).toBe('processing')
  })

  it('quarantines a payment that arrives after its campaign was deleted, and counts an earlier one on', async () => {
    const [early, late] = [await at.startDonation(), await at.startDonation()]
    await apply(at.provider.pay(early.reference, { fees: null }))
    await database.run(sql`
      insert into deleted_campaign (campaign_id, title, category, was_public, deleted_at)
      values (${campaignOfAda.id}, '', 'Health', true, now())`)

    expect(await apply(at.provider.pay(early.reference))).toBe('unchanged')
    expect(await apply(at.provider.pay(late.reference))).toBe('quarantined')
    expect(await apply(at.provider.pay(late.reference), 'sweep')).toBe('quarantined')

    const { reference } = late
    expect(await listQuarantined()).toEqual([
      { reason: 'campaign-deleted', reference, state: 'open' },
    ])
    expect(await totals()).toEqual(allTotals(5_000_00, 1))
  })

  it('quarantines a payment with an unknown reference', async () => {
    const reference = 'AJO-00000000000000000000000000000000'

    expect(await apply(at.provider.pay(reference))).toBe('unknown')

    expect(await listQuarantined()).toEqual([
      { reason: 'unknown-reference', reference, state: 'open' },
    ])
    expect(await totals()).toEqual(allTotals(0, 0))
  })

  it('quarantines a transaction for a second donation, and a second transaction for one donation', async () => {
    const first = at.provider.pay((await at.startDonation()).reference)
    await apply(first)
    const { transactionId } = first
    const elsewhere = { ...campaignOfAda, id: randomUUID() }
    for (const campaign of [campaignOfAda, elsewhere]) {
      const { reference } = await at.startDonation('other@example.com', { campaign })
      expect(await apply(at.provider.pay(reference, { transactionId }))).toBe('quarantined')
    }

    expect(await apply({ ...first, transactionId: transactionId + 1 })).toBe('quarantined')

    expect((await listQuarantined()).map(({ reason }) => reason).sort()).toEqual([
      'second-transaction',
      'transaction',
      'transaction',
    ])
    expect(await totals()).toEqual(allTotals(5_000_00, 1))
    // The second transaction is in the clearing account.
    expect(await booked(database)).toEqual({ entries: 2, raised: 5_000_00, balance: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('keeps a counted payment counted when a later report does not match', async () => {
    const { reference } = await at.startDonation()
    const payment = at.provider.pay(reference)
    await apply(payment)

    await apply({ ...payment, amount: kobo(1_00), requestedAmount: kobo(1_00) })

    expect(await totals()).toEqual(allTotals(5_000_00, 1))
    expect(await listQuarantined()).toHaveLength(1)
  })
})

describe('the ledger tables', () => {
  it('refuses an entry whose accounts do not sum to zero', async () => {
    await apply(at.provider.pay((await at.startDonation()).reference))

    await expect(
      owner.pool.query('update ledger_entry set payable_due_kobo = payable_due_kobo + 1'),
    ).rejects.toThrow('ledger_entry_balance_check')
  })

  it('stores no readable address of a donor', async () => {
    await at.startDonation('secret.donor@example.com')

    const { rows } = await owner.pool.query<{ text: string }>(
      'select donation::text as text from donation',
    )
    expect(rows).toHaveLength(1)
    for (const address of ['secret.donor', 'SECRET.DONOR'])
      for (const text of [address, Buffer.from(address).toString('hex')])
        expect(rows[0]?.text).not.toContain(text)
  })
})
