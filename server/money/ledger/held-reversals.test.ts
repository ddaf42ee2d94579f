import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { listBalances, testLedger, campaignOfAda, donationBy } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, owner } = await freshDatabase()

const open = () => {
  const at = testLedger(database)
  return {
    ...at,
    async sweep() {
      at.clock.now = new Date(at.clock.now.getTime() + 1)
      await at.ledger.reconcileReversals()
      expect((await at.ledger.checkLedger()).findings).toEqual([])
      return listBalances(database)
    },
  }
}

const ways = {
  'another amount': async (at: ReturnType<typeof open>) => {
    const reference = await at.start('donor@example.com')
    at.provider.pay(reference, { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) })
    return reference
  },
  'an unknown reference': async (at: ReturnType<typeof open>) => {
    const reference = `AJO-${'0'.repeat(32)}`
    at.provider.pay(reference, { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) })
    return reference
  },
}

describe.each(Object.entries(ways))('a payment with %s', (_name, pay) => {
  it('leaves the clearing account by refunds on the provider’s pages, and returns when one fails', async () => {
    const at = open()
    const reference = await pay(at)
    await at.donations.verifyPayment(reference, 'webhook')
    const { donorClearing: before = 0, unidentified = 0 } = await listBalances(database)
    expect([before, unidentified < 0]).toEqual([0, true])
    const processed = { status: 'processed' } as const
    at.provider.addRefund(reference, { ...processed, amount: kobo(1_000_00) })
    const { refundId } = at.provider.addRefund(reference, {
      ...processed,
      amount: kobo(3_000_00),
    })
    expect(await at.sweep()).toMatchObject({ donorClearing: -4_000_00 })

    at.provider.updateRefund(refundId, { status: 'failed' })
    expect(await at.sweep()).toMatchObject({ donorClearing: -1_000_00 })
  })

  it('leaves it by a lost dispute, and returns when the bank takes it up again', async () => {
    const at = open()
    const reference = await pay(at)
    await at.donations.verifyPayment(reference, 'webhook')
    const { disputeId } = at.provider.addDispute(reference)
    const { donorClearing = 0 } = await at.sweep()
    expect(donorClearing).toBe(0)
    const lost = { status: 'resolved', resolution: 'merchant-accepted' }
    at.provider.updateDispute(disputeId, { ...lost, refundAmount: kobo(2_500_00) })
    expect(await at.sweep()).toMatchObject({ donorClearing: -2_500_00 })
    at.provider.updateDispute(disputeId, { status: 'pending', resolution: null })
    expect((await at.sweep()).donorClearing ?? 0).toBe(0)
  })
})

it('a refund before the payment is credited is one of its donation afterwards', async () => {
  const at = open()
  const reference = await ways['another amount'](at)
  await at.donations.verifyPayment(reference, 'webhook')
  at.provider.addRefund(reference, { status: 'processed', amount: kobo(1_000_00) })
  await at.sweep()
  await owner.pool.query(`update donation set is_amount_accepted = true, amount_kobo = 400000`)
  await at.donations.verifyPayment(reference, 'check')
  expect(await at.sweep()).toMatchObject({ donorClearing: -1_000_00 })
  expect(await at.ledger.platformTotals()).toEqual({ raised: 3_000_00, donors: 1 })
  expect((await listBalances(database)).unidentified ?? 0).toBe(0)
})

it('is open for an admin again when its refund failed', async () => {
  const at = open()
  const reference = await ways['another amount'](at)
  await at.donations.verifyPayment(reference, 'webhook')
  const { refundId } = at.provider.addRefund(reference, { status: 'pending' })
  await owner.pool.query(
    `update quarantined_payment set state = 'refunded', refund_id = $1, resolved_at = now()`,
    [refundId],
  )
  await at.sweep()
  at.provider.updateRefund(refundId, { status: 'failed' })
  await at.sweep()
  const rows = await database.rows(
    z.object({ state: z.string() }),
    sql`select state from quarantined_payment`,
  )
  expect(rows).toEqual([{ state: 'open' }])
})

describe('a payment that is no donation', () => {
  it('of one kobo that is all fee has an entry', async () => {
    const at = testLedger(database)
    await at.donate(
      'donor@example.com',
      {},
      { amount: kobo(1), requestedAmount: kobo(1), fees: kobo(1) },
    )

    const entries = await database.rows(
      z.object({ kind: z.string(), fee: z.int() }),
      sql`select kind, fee_kobo as fee from ledger_entry`,
    )
    expect(entries).toEqual([{ kind: 'unidentified', fee: 1 }])
    expect(await listBalances(database)).toEqual({})
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('keeps its campaign, and gets its share when the fee is known, though another campaign has the account since', async () => {
    const at = testLedger(database)
    const { subAccountCode } = campaignOfAda.bankAccount
    await at.donations.startDonation(donationBy('donor@example.com'))
    const reference = `AJO-${'0'.repeat(32)}`
    const paid = { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00), subAccountCode }
    await at.pay(reference, { ...paid, fees: null })

    const campaign = { ...campaignOfAda, id: '00000000-0000-4000-8000-000000000000' }
    await at.donations.startDonation(donationBy('another@example.com', { campaign }))
    at.provider.pay(reference, { ...paid, fees: kobo(160_00) })
    await at.donations.verifyPayment(reference, 'sweep')
    const rows = await database.rows(
      z.object({ campaignId: z.string(), share: z.int() }),
      sql`select booked_in as "campaignId", share_kobo as share from quarantined_payment`,
    )
    expect(rows).toEqual([{ campaignId: campaignOfAda.id, share: 3_840_00 }])
  })
})
