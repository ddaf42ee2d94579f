import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { testDatabase } from '#test/database.ts'
import { booked, campaignOfAda, donationBy, testLedger } from '#test/ledger.ts'
import { ada } from '#test/people.ts'

import { sql } from '../../database/sql.ts'
import type { ProviderDispute } from '../../providers/payments/disputes.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'

const { database, empty } = await testDatabase()
let at: ReturnType<typeof testLedger>

beforeEach(async () => {
  await empty()
  at = testLedger(database)
})

async function begun(email = 'donor@example.com') {
  const answer = await at.donations.startDonation(donationBy(email))
  if (answer.kind !== 'started') throw new Error(`not started: ${answer.kind}`)
  return { ...answer, reference: at.provider.lastReference() }
}

async function given(email?: string) {
  const gift = await begun(email)
  at.provider.pays(gift.reference)
  await at.donations.verifyPayment(gift.reference, 'webhook')
  return gift
}

/** Each answer is younger than the one before. */
const hear = (heard: { refund: ProviderRefund } | { dispute: ProviderDispute }) => {
  at.pass(1)
  const how = { source: 'webhook' as const, askedAt: at.clock.now }
  return 'refund' in heard
    ? at.ledger.applyRefund({ ...heard, ...how })
    : at.ledger.applyDispute({ ...heard, ...how })
}

async function totals() {
  const campaign = (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
  expect(await at.ledger.ownerTotals(ada.uid)).toEqual(campaign)
  expect(await at.ledger.platformTotals()).toEqual(campaign)
  expect((await booked(database))?.raised).toBe(campaign?.raised)
  expect((await booked(database))?.balance).toBe(0)
  return campaign
}

async function statusOf(receipt: string) {
  const found = await at.donations.findDonation(receipt)
  const shown = found && (await at.donations.refreshDonation(found))
  const listed = await at.donations.listDonations({ tab: 'received', uid: ada.uid, limit: 9 })
  const row = listed.transactions.find(({ id }) => id === found?.id)
  expect(row?.status).toBe(shown?.status)
  return shown?.status
}

const keys = async () => {
  const rows = await database.rows(
    z.object({ kind: z.string(), raised: z.int() }),
    sql`select kind, raised_kobo as raised from ledger_entry order by at, effect_key`,
  )
  return rows.map(({ kind, raised }) => `${kind} ${raised}`)
}

describe('a refund', () => {
  it('counts when it has happened, once, and takes its part from every total', async () => {
    const { reference, receipt } = await given()
    const refund = at.provider.refundMade(reference, { amount: kobo(2_000_00) })

    for (const status of ['pending', 'processing', 'needs-attention'])
      expect(await hear({ refund: { ...refund, status } })).toBe('settled')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await statusOf(receipt)).toBe('success')

    expect(await hear({ refund: { ...refund, status: 'processed' } })).toBe('booked')
    expect(await hear({ refund: { ...refund, status: 'processed' } })).toBe('settled')
    expect(await totals()).toEqual({ raised: 3_000_00, donors: 1 })
    expect(await statusOf(receipt)).toBe('partially refunded')
    expect(await keys()).toEqual(['charge 500000', 'refund -200000'])
  })

  it('of the whole leaves nothing of the gift, nor its donor; of two gifts the donor stays', async () => {
    const { reference, receipt } = await given()
    const second = await given()

    await hear({ refund: at.provider.refundMade(reference, { status: 'processed' }) })
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await statusOf(receipt)).toBe('refunded')

    await hear({ refund: at.provider.refundMade(second.reference, { status: 'processed' }) })
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
  })

  it('that fails after all is undone to the kobo, and may happen again', async () => {
    const { reference, receipt } = await given()
    const refund = at.provider.refundMade(reference, { status: 'processed' })

    await hear({ refund })
    await hear({ refund: { ...refund, status: 'failed' } })
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await statusOf(receipt)).toBe('success')

    await hear({ refund })
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    const expected = ['charge 500000', 'refund -500000', 'refund_undo 500000', 'refund -500000']
    expect(await keys()).toEqual(expected)
  })

  it('that is known before its charge follows the charge at once', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    const refund = at.provider.refundMade(reference, {
      amount: kobo(1_000_00),
      status: 'processed',
    })
    expect(await hear({ refund })).toBe('settled')
    expect(await totals()).toEqual({ raised: 0, donors: 0 })

    await at.donations.verifyPayment(reference, 'webhook')
    expect(await totals()).toEqual({ raised: 4_000_00, donors: 1 })
  })

  it('never takes more than was given, and makes room when an earlier one fails', async () => {
    const { reference } = await given()
    const one = at.provider.refundMade(reference, { amount: kobo(4_000_00), status: 'processed' })
    const other = at.provider.refundMade(reference, { amount: kobo(3_000_00), status: 'processed' })

    await Promise.all([hear({ refund: one }), hear({ refund: other })])
    expect(await totals()).toEqual({ raised: 0, donors: 0 })

    await hear({ refund: { ...one, status: 'failed' } })
    expect(await totals()).toEqual({ raised: 2_000_00, donors: 1 })
  })

  it('is heard in any order: of two answers the one asked for later stands', async () => {
    const { reference } = await given()
    const refund = at.provider.refundMade(reference, { status: 'processed' })
    const earlier = at.clock.now
    await hear({ refund })

    const source = 'sweep' as const
    await at.ledger.applyRefund({
      refund: { ...refund, status: 'pending' },
      source,
      askedAt: earlier,
    })
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
  })

  it('of another world or currency is kept aside and takes nothing', async () => {
    const { reference } = await given()
    const refund = at.provider.refundMade(reference, { status: 'processed' })

    expect(await hear({ refund: { ...refund, mode: 'live' } })).toBe('quarantined')
    expect(await hear({ refund: { ...refund, currency: 'USD' } })).toBe('quarantined')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })

  it('is counted once when 32 workers hear of it at the same time', async () => {
    const { reference } = await given()
    const refund = at.provider.refundMade(reference, { status: 'processed' })

    const outcomes = await Promise.all(Array.from({ length: 32 }, () => hear({ refund })))

    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    expect(await keys()).toHaveLength(2)
  })
})

describe('a dispute', () => {
  it('is shown while it is open and takes nothing; declined, it is as if it had not been', async () => {
    const { reference, receipt } = await given()
    const dispute = at.provider.disputeRaised(reference)

    expect(await hear({ dispute })).toBe('settled')
    expect(await statusOf(receipt)).toBe('disputed')
    await hear({ dispute: { ...dispute, status: 'resolved', resolution: 'declined' } })

    expect(await statusOf(receipt)).toBe('success')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })

  it('that is lost takes what it asked for, and only what a refund has left', async () => {
    const { reference, receipt } = await given()
    const amount = kobo(1_500_00)
    await hear({ refund: at.provider.refundMade(reference, { amount, status: 'processed' }) })
    const resolution = 'auto-accepted'
    const dispute = at.provider.disputeRaised(reference, { status: 'resolved', resolution })

    await hear({ dispute })

    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    expect(await statusOf(receipt)).toBe('reversed')
  })
})

describe('a lost dispute that the provider pays as a refund', () => {
  it.each([true, false])('counts once, the dispute heard of first: %s', async (isFirst) => {
    const { reference } = await given()
    const refundAmount = kobo(2_000_00)
    const lost = { status: 'resolved', resolution: 'merchant-accepted' }
    const dispute = at.provider.disputeRaised(reference, { refundAmount, ...lost })
    const { disputeId } = dispute
    const change = { amount: refundAmount, status: 'processed', disputeId }
    const refund = at.provider.refundMade(reference, change)

    for (const heard of isFirst ? [{ dispute }, { refund }] : [{ refund }, { dispute }])
      await hear(heard)

    expect(await totals()).toEqual({ raised: 3_000_00, donors: 1 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})

describe('a payment that the provider calls reversed', () => {
  it('is believed after a day without a refund or dispute that explains it, and undone when it is a success again', async () => {
    const { reference, receipt } = await given()
    at.provider.becomes(reference, { status: 'reversed' })
    await at.donations.verifyRefunds(reference, 'webhook')
    expect(await statusOf(receipt)).toBe('reversed')
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })

    at.pass(24 * 3_600_000)
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 0, donors: 0 })

    at.provider.becomes(reference, { status: 'success' })
    await at.donations.reconcilePayments()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await keys()).toEqual(['charge 500000', 'reversal -500000', 'reversal_undo 500000'])
  })

  it('is left to the refund that explains it', async () => {
    const { reference } = await given()
    const refund = at.provider.refundMade(reference, { status: 'processing' })
    at.provider.becomes(reference, { status: 'reversed' })
    await at.donations.verifyRefunds(reference, 'webhook')
    at.pass(48 * 3_600_000)
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })

    at.provider.refundBecomes(refund.refundId, { status: 'processed' })
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    expect(await keys()).toEqual(['charge 500000', 'refund -500000'])
  })
})

describe('money that comes after the end', () => {
  it.each([
    ['on the last evening', '2026-05-31T22:59:59Z', false],
    ['when the end day begins in Lagos', '2026-05-31T23:00:00Z', true],
  ])('%s: counted, late: %s', async (_when, paidAt, late) => {
    const { reference, receipt } = await begun()
    at.provider.pays(reference, { paidAt: new Date(paidAt) })
    await at.donations.verifyPayment(reference, 'webhook')

    const found = await at.donations.findDonation(receipt)
    expect(found && (await at.donations.refreshDonation(found))).toMatchObject({
      late,
      status: 'success',
    })
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })
})
