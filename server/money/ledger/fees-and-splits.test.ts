import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import type { ProviderPayment } from '../../providers/payments/payments.ts'

const { at, database, owner } = await freshLedger()

/** Each report is newer than the one before. */
async function report(reference: string, change: Partial<ProviderPayment>) {
  at.pass(1)
  const payment = at.provider.pay(reference, change)
  return at.ledger.applyPayment({ payment, source: 'webhook', askedAt: at.clock.now })
}

const raised = async () =>
  (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
const findFindings = async () => (await at.ledger.checkLedger()).findings

describe('a fee that the provider corrects', () => {
  it('is booked upwards, downwards and to zero, each time by its difference', async () => {
    const reference = await at.start()
    for (const fees of [7_500, 19_600, 8_000, 0, 7_500]) {
      await report(reference, { fees: kobo(fees) })
      expect(await listBalances(database)).toEqual({
        providerBalance: 500_000 - fees,
        payableDue: -(500_000 - fees - 100),
        platformRevenue: -100,
      })
      expect(await findFindings()).toEqual([])
    }
    const { rows } = await owner.pool.query(
      `select array_agg(effect_key order by booked_at)::text as keys, sum(provider_kobo)::bigint as fee from ledger_entry where kind = 'fee'`,
    )
    expect(rows).toEqual([{ keys: expect.stringMatching(/(fee:sandbox:[\d:]+,?){4}/), fee: 0 }])
  })

  it('is booked once when 32 workers report it at the same time', async () => {
    const reference = await at.start()
    await report(reference, { fees: kobo(7_500) })
    at.pass(1)
    const payment = at.provider.pay(reference, { fees: kobo(9_000) })
    const askedAt = at.clock.now

    await Promise.all(
      Array.from({ length: 32 }, () =>
        at.ledger.applyPayment({ payment, source: 'webhook', askedAt }),
      ),
    )

    expect(await listBalances(database, ['fee'])).toEqual({
      providerBalance: -1_500,
      payableDue: 1_500,
    })
    expect(await findFindings()).toEqual([])
  })

  it('keeps the fee that was asked for last, whatever the order of arrival', async () => {
    const reference = await at.start()
    await report(reference, { fees: kobo(9_000) })
    const payment = at.provider.pay(reference, { fees: kobo(7_500) })
    const askedAt = new Date(at.clock.now.getTime() - 500)
    await at.ledger.applyPayment({ payment, source: 'sweep', askedAt })

    expect(await listBalances(database)).toMatchObject({ providerBalance: 491_000 })
    expect(await findFindings()).toEqual([])
  })

  it('is booked by the next report when a process ended before it was booked', async () => {
    const reference = await at.start()
    await report(reference, { fees: kobo(7_500) })
    await owner.pool.query('update provider_payment set fees_kobo = 9000')

    await report(reference, { fees: kobo(9_000) })

    expect(await listBalances(database)).toMatchObject({ providerBalance: 491_000 })
    expect(await findFindings()).toEqual([])
  })
})

describe('the split that the provider reports', () => {
  it('is booked as a correction when it comes after the charge', async () => {
    const reference = await at.start()
    await report(reference, { fees: kobo(7_500) })
    const late = { provider: kobo(7_500), main: kobo(50_000), subAccount: kobo(442_500) }
    await report(reference, { fees: kobo(7_500), split: late })

    expect(await listBalances(database, ['fee'])).toEqual({
      payableDue: 49_900,
      providerFees: -49_900,
    })
    expect((await findFindings()).map(({ name }) => name)).toEqual([
      'the provider split the payment as it was quoted',
    ])
  })
})

describe('a payment that was paid once', () => {
  it.each(['reversed', 'reversal-pending'])(
    'is charged when it is first seen as %s, less what was returned',
    async (status) => {
      const reference = await at.start()
      const part = { amount: kobo(1_000_00), status: 'processed' }
      at.provider.pay(reference, { status })
      const refund = at.provider.addRefund(reference, part)
      await at.ledger.applyRefund({ refund, source: 'sweep', askedAt: at.clock.now })
      expect(await raised()).toEqual({ raised: 0, donors: 0 })

      await at.donations.verifyPayment(reference, 'sweep')

      expect(await raised()).toEqual({ raised: 4_000_00, donors: 1 })
      expect(await findFindings()).toEqual([])
    },
  )

  it('is not charged as reversed while the provider names no time of payment', async () => {
    const reference = await at.start()
    expect(await report(reference, { status: 'reversed', paidAt: null })).toBe('open')
    expect(await raised()).toEqual({ raised: 0, donors: 0 })
  })

  it('has the mode of the last answer where an earlier one had another', async () => {
    const reference = await at.start()
    await report(reference, { mode: 'live', status: 'failed' })
    await report(reference, { mode: 'sandbox', status: 'success' })

    expect(await raised()).toEqual({ raised: 5_000_00, donors: 1 })
    expect(await findFindings()).toEqual([])
  })

  it('is reported by the ledger check when a later answer says that another amount was charged', async () => {
    const reference = await at.start()
    await report(reference, {})
    await report(reference, { amount: kobo(5_075_00) })

    expect(await raised()).toEqual({ raised: 5_000_00, donors: 1 })
    expect((await findFindings()).map(({ name }) => name)).toContain(
      'a charge has the answer of the provider that it was paid',
    )
  })

  it('is dated by its payment, not by the time of booking', async () => {
    await report(await at.start(), { paidAt: new Date('2026-04-30T22:59:00Z') })
    const late = await at.start()
    at.clock.now = new Date('2026-05-03T09:00:00Z')
    await report(late, { paidAt: new Date('2026-04-30T23:00:00Z') })

    const { rows } = await owner.pool.query<{ effective_at: Date; booked_at: Date }>(
      'select effective_at, booked_at from ledger_entry order by effective_at',
    )
    expect(rows.map(({ effective_at }) => effective_at.toISOString())).toEqual([
      '2026-04-30T22:59:00.000Z',
      '2026-04-30T23:00:00.000Z',
    ])
    expect(rows[1]?.booked_at).toEqual(at.clock.now)
  })
})
