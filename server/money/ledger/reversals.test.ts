import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { booked, campaignOfAda, freshLedger, listBalances } from '#test/support/money/ledger.ts'
import { ada } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import type { ProviderDispute, ProviderRefund } from '../../providers/payments/payments.ts'

const { at, database, owner } = await freshLedger()

async function donate() {
  const donation = await at.startDonation()
  at.provider.pay(donation.reference)
  await at.donations.verifyPayment(donation.reference, 'webhook')
  return donation
}

/** Each report is newer than the one before. */
const apply = (reversal: { refund: ProviderRefund } | { dispute: ProviderDispute }) => {
  at.pass(1)
  const report = { source: 'webhook' as const, askedAt: at.clock.now }
  return 'refund' in reversal
    ? at.ledger.applyRefund({ ...reversal, ...report })
    : at.ledger.applyDispute({ ...reversal, ...report })
}

async function totals() {
  const campaign = (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
  expect(await at.ledger.ownerTotals(ada.uid)).toEqual(campaign)
  expect(await at.ledger.platformTotals()).toEqual(campaign)
  expect((await booked(database))?.raised).toBe(campaign?.raised)
  expect((await booked(database))?.balance).toBe(0)
  return campaign
}

async function readStatus(accessCode: string) {
  const found = await at.donations.findDonation(accessCode)
  const details = found && (await at.donations.refreshDonation(found))
  const listed = await at.donations.listDonations({ tab: 'received', uid: ada.uid, limit: 9 })
  const row = listed.donations.find(({ id }) => id === found?.id)
  expect(row?.status).toBe(details?.status)
  return details?.status
}

const listEntries = async () => {
  const rows = await database.rows(
    z.object({ kind: z.string(), raised: z.int() }),
    sql`select kind, raised_kobo as raised from ledger_entry order by booked_at, effect_key`,
  )
  return rows.map(({ kind, raised }) => `${kind} ${raised}`)
}

describe('a reference that was paid twice', () => {
  /** The provider reports a second payment of the donation's reference. */
  async function payAgain(reference: string) {
    const first = at.provider.updatePayment(reference, {})
    at.provider.updatePayment(reference, { transactionId: first.transactionId + 1 })
    at.pass(1)
    expect(await at.donations.verifyPayment(reference, 'webhook')).toBe('quarantined')
    at.provider.updatePayment(reference, first)
    return first.transactionId + 1
  }

  const expectWhole = async () => {
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    const others = (await listEntries()).filter(
      (entry) => !entry.endsWith(' 0') && !entry.startsWith('unidentified'),
    )
    expect(others).toEqual(['charge 500000'])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  }

  it('keeps its donation when the second payment is refunded on the provider’s pages', async () => {
    const { reference } = await donate()
    const transactionId = await payAgain(reference)
    const refund = at.provider.addRefund(reference, { transactionId, status: 'processed' })
    expect(await apply({ refund })).toBe('booked')
    await at.ledger.reconcileReversals()
    await expectWhole()
  })

  it('keeps its donation when the bank takes the second payment back, which is an admin’s', async () => {
    const { reference, accessCode } = await donate()
    const transactionId = await payAgain(reference)
    const dispute = at.provider.addDispute(reference, { transactionId })
    expect(await apply({ dispute })).toBe('unchanged')
    expect(await readStatus(accessCode)).toBe('success')

    const lost = { ...dispute, status: 'resolved', resolution: 'merchant-accepted' }
    expect(await apply({ dispute: lost })).toBe('booked')
    await expectWhole()
  })

  it('keeps its donation when the other payment was lost to the bank before the charge', async () => {
    const { reference } = await at.startDonation()
    const transactionId = at.provider.pay(reference).transactionId + 1
    const lost = { status: 'resolved', resolution: 'merchant-accepted' }
    const dispute = at.provider.addDispute(reference, { transactionId, ...lost })
    expect(await apply({ dispute })).toBe('unchanged')
    await at.donations.verifyPayment(reference, 'webhook')
    await expectWhole()
  })

  it('keeps its donation when the refund of the other payment was reported before the charge', async () => {
    const { reference } = await at.startDonation()
    const transactionId = at.provider.pay(reference).transactionId + 1
    const refund = at.provider.addRefund(reference, { transactionId, status: 'processed' })
    expect(await apply({ refund })).toBe('unchanged')
    await at.donations.verifyPayment(reference, 'webhook')
    await expectWhole()
  })
})

describe('a refund', () => {
  it('is booked once when it was processed, and reduces all totals', async () => {
    const { reference, accessCode } = await donate()
    const refund = at.provider.addRefund(reference, { amount: kobo(2_000_00) })

    for (const status of ['pending', 'processing', 'needs-attention'])
      expect(await apply({ refund: { ...refund, status } })).toBe('unchanged')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await readStatus(accessCode)).toBe('success')

    expect(await apply({ refund: { ...refund, status: 'processed' } })).toBe('booked')
    expect(await apply({ refund: { ...refund, status: 'processed' } })).toBe('unchanged')
    expect(await totals()).toEqual({ raised: 3_000_00, donors: 1 })
    expect(await readStatus(accessCode)).toBe('partially refunded')
    expect(await listEntries()).toEqual(['charge 500000', 'refund -200000'])
  })

  it('is undone exactly when it fails later, and booked again when it is processed again', async () => {
    const { reference, accessCode } = await donate()
    const refund = at.provider.addRefund(reference, { status: 'processed' })

    await apply({ refund })
    await apply({ refund: { ...refund, status: 'failed' } })
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await readStatus(accessCode)).toBe('success')

    await apply({ refund })
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    const expected = ['charge 500000', 'refund -500000', 'refund 500000', 'refund -500000']
    expect(await listEntries()).toEqual(expected)
  })

  it('of another mode or currency is quarantined and changes no total', async () => {
    const { reference } = await donate()
    const refund = at.provider.addRefund(reference, { status: 'processed' })

    expect(await apply({ refund: { ...refund, mode: 'live' } })).toBe('quarantined')
    expect(await apply({ refund: { ...refund, currency: 'USD' } })).toBe('quarantined')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })

  it('is booked once when 32 workers report it at the same time', async () => {
    const { reference } = await donate()
    const refund = at.provider.addRefund(reference, { status: 'processed' })

    const outcomes = await Promise.all(Array.from({ length: 32 }, () => apply({ refund })))

    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    expect(await listEntries()).toHaveLength(2)
  })
})

describe('a dispute', () => {
  it('is shown while it is open without changing totals, and leaves no trace when it is declined', async () => {
    const { reference, accessCode } = await donate()
    const dispute = at.provider.addDispute(reference)

    expect(await apply({ dispute })).toBe('unchanged')
    expect(await readStatus(accessCode)).toBe('disputed')
    await apply({ dispute: { ...dispute, status: 'resolved', resolution: 'declined' } })

    expect(await readStatus(accessCode)).toBe('success')
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })
})

describe('a lost dispute that the provider pays as a refund', () => {
  it.each([true, false])('is booked once (dispute reported first: %s)', async (isFirst) => {
    const { reference } = await donate()
    const refundAmount = kobo(2_000_00)
    const lost = { status: 'resolved', resolution: 'merchant-accepted' }
    const dispute = at.provider.addDispute(reference, { refundAmount, ...lost })
    const { disputeId } = dispute
    const change = { amount: refundAmount, status: 'processed', disputeId }
    const refund = at.provider.addRefund(reference, change)

    for (const reversal of isFirst ? [{ dispute }, { refund }] : [{ refund }, { dispute }])
      await apply(reversal)

    expect(await totals()).toEqual({ raised: 3_000_00, donors: 1 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})

describe('a payment that the provider reports as reversed', () => {
  it('is booked after a day without a refund or dispute, and undone when the payment is a success again', async () => {
    const { reference, accessCode } = await donate()
    at.provider.updatePayment(reference, { status: 'reversed' })
    await at.donations.verifyRefunds(reference, 'webhook')
    expect(await readStatus(accessCode)).toBe('reversed')
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })

    at.pass(24 * 3_600_000)
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 0, donors: 0 })

    at.provider.updatePayment(reference, { status: 'success' })
    await at.donations.reconcilePayments()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await listEntries()).toEqual([
      'charge 500000',
      'bank_reversal -500000',
      'bank_reversal 500000',
    ])
  })

  it('is not booked while a refund explains it', async () => {
    const { reference } = await donate()
    const refund = at.provider.addRefund(reference, { status: 'processing' })
    at.provider.updatePayment(reference, { status: 'reversed' })
    await at.donations.verifyRefunds(reference, 'webhook')
    at.pass(48 * 3_600_000)
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })

    at.provider.updateRefund(refund.refundId, { status: 'processed' })
    await at.ledger.reconcileReversals()
    expect(await totals()).toEqual({ raised: 0, donors: 0 })
    expect(await listEntries()).toEqual(['charge 500000', 'refund -500000'])
  })
})

describe('a payment around the end of the campaign', () => {
  it.each([
    ['on the last evening', '2026-05-31T22:59:59Z', false],
    ['when the end day begins in Lagos', '2026-05-31T23:00:00Z', true],
  ])('is counted %s, with paidAfterEnd %s', async (_when, paidAt, paidAfterEnd) => {
    const { reference, accessCode } = await at.startDonation()
    at.clock.now = new Date(paidAt)
    await at.pay(reference, { paidAt: at.clock.now })

    const found = await at.donations.findDonation(accessCode)
    expect(found && (await at.donations.refreshDonation(found))).toMatchObject({
      paidAfterEnd,
      status: 'success',
    })
    expect(await totals()).toEqual({ raised: 5_000_00, donors: 1 })
  })
})

async function listKinds() {
  const rows = await database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from ledger_entry where kind <> 'charge' order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

function fail(): never {
  throw new PaymentsUnavailable('GET /refund: refused with 400')
}

it('books lost disputes while the list of refunds cannot be read, but no bank reversal that a refund may explain', async () => {
  const lost = { status: 'resolved', resolution: 'auto-accepted' }
  at.provider.addDispute(await at.donate('one@example.com'), lost)
  const reversed = await at.donate('two@example.com')
  at.provider.updatePayment(reversed, { status: 'reversed' })
  await at.donations.verifyPayment(reversed, 'webhook')
  at.pass(24 * 3_600_000)
  const { listSince } = at.payments.refunds

  at.payments.refunds.listSince = fail
  await expect(at.ledger.reconcileReversals()).rejects.toThrow(PaymentsUnavailable)
  expect(await listKinds()).toEqual(['chargeback'])

  at.payments.refunds.listSince = listSince
  await at.ledger.reconcileReversals()
  expect(await listKinds()).toEqual(['bank_reversal', 'chargeback'])
})

const kinds = ['refund', 'chargeback'] as const
const lost = { status: 'resolved', resolution: 'merchant-accepted' }
const status = 'processed'
const findFindings = async () => (await at.ledger.checkLedger()).findings.map(({ name }) => name)
const excess = 'the provider never reverses more than the payment'
const raised = async () =>
  (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)?.raised

describe('reversals beyond the payment', () => {
  it.each([true, false])(
    'are the platform’s loss after a refund and a lost dispute of the whole amount (dispute first: %s)',
    async (isFirst) => {
      const reference = await at.donate()
      const refund = at.provider.addRefund(reference, { status })
      const dispute = at.provider.addDispute(reference, lost)

      for (const reversal of isFirst ? [{ dispute }, { refund }] : [{ refund }, { dispute }])
        await apply(reversal)

      expect(await raised()).toBe(0)
      expect(await listBalances(database, kinds)).toEqual({
        donorClearing: -10_000_00,
        ownerReceivable: 76_00,
        payableDue: 4_924_00,
        platformLoss: 5_000_00,
      })
      expect(await findFindings()).toEqual([excess])
    },
  )

  it('move to the owner when an earlier refund fails', async () => {
    const reference = await at.donate()
    const one = at.provider.addRefund(reference, { amount: kobo(4_000_00), status })
    const other = at.provider.addRefund(reference, { amount: kobo(3_000_00), status })
    await apply({ refund: one })
    await apply({ refund: other })
    expect(await listBalances(database)).toMatchObject({
      donorClearing: -7_000_00,
      platformLoss: 2_000_00,
    })

    await apply({ refund: { ...one, status: 'failed' } })

    expect(await raised()).toBe(2_000_00)
    expect(await listBalances(database)).toMatchObject({ donorClearing: -3_000_00 })
    expect(await listBalances(database)).not.toHaveProperty('platformLoss')
    expect(await findFindings()).toEqual([])
  })

  it('end at the same balances in whichever order refunds and disputes arrive', async () => {
    const reference = await at.donate()
    const dispute = at.provider.addDispute(reference, { ...lost, refundAmount: kobo(2_500_00) })
    const unnamed = at.provider.addDispute(reference, { ...lost, refundAmount: null })
    const refunds = [1_000_00, 3_000_00].map((amount) =>
      at.provider.addRefund(reference, { amount: kobo(amount), status }),
    )
    const [first, second] = refunds.map((refund) => ({ refund }))
    if (!first || !second) throw new Error('no refunds')
    const orders = [
      [first, second, { dispute }, { dispute: unnamed }],
      [{ dispute: unnamed }, { dispute }, second, first],
      [{ dispute }, first, { dispute: unnamed }, second],
    ]
    const seen = []
    for (const order of orders) {
      for (const reversal of order) await apply(reversal)
      seen.push(await listBalances(database))
      expect(await findFindings()).toEqual([excess])
      // What failed is undone exactly, so the next order starts from the charge.
      for (const reversal of order)
        await apply(
          'refund' in reversal
            ? { refund: { ...reversal.refund, status: 'failed' } }
            : { dispute: { ...reversal.dispute, resolution: 'declined' } },
        )
      expect(await listBalances(database, kinds)).toEqual({})
    }
    expect(seen[0]).toMatchObject({ donorClearing: -6_500_00, platformLoss: 1_500_00 })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })
})

describe('the date of a reversal', () => {
  it('is that of the provider, also when it is booked later', async () => {
    const reference = await at.donate()
    const refundedAt = new Date('2026-05-04T11:00:00Z')
    at.clock.now = new Date('2026-06-10T09:00:00Z')

    await apply({ refund: at.provider.addRefund(reference, { status, refundedAt }) })

    const { rows } = await owner.pool.query(
      `select effective_at, booked_at from ledger_entry where kind = 'refund'`,
    )
    expect(rows).toEqual([{ effective_at: refundedAt, booked_at: at.clock.now }])
  })
})
