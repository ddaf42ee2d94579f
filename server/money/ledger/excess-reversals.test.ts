import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, listBalances, freshLedger } from '#test/support/money/ledger.ts'

import type { ProviderDispute, ProviderRefund } from '../../providers/payments/payments.ts'

const { at, database, owner } = await freshLedger()

type Reversal = { refund: ProviderRefund } | { dispute: ProviderDispute }

const apply = (reversal: Reversal) => {
  at.pass(1)
  const report = { source: 'webhook' as const, askedAt: at.clock.now }
  return 'refund' in reversal
    ? at.ledger.applyRefund({ ...reversal, ...report })
    : at.ledger.applyDispute({ ...reversal, ...report })
}

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
