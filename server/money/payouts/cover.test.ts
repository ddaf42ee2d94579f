import { beforeEach, describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { openCoverWorld, type CoverWorld } from '#test/support/money/cover-world.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { payoutSummary } from './payouts.ts'
import { listStops } from './payout-stops.ts'

const { database, empty } = await testDatabase()
const million = 1_000_000_00
const caps = { perCampaign: 2 * million, perOwner: 5 * million, inTotal: 50 * million }
let at: CoverWorld

const open = async (refundDebits: 'main' | 'subaccount') => {
  await empty()
  at = await openCoverWorld(database, { refundDebits, caps })
}
const listKinds = async () =>
  (await listStops(database, at.campaign.id, at.world.clock.now)).map(({ kind }) => kind)
const readPosition = async () => (await payoutSummary(at.world.ledgerDeps, at.campaign.id)).payouts

describe('donations that are refunded before they are paid out, when the provider takes refunds from the main account', () => {
  beforeEach(() => open('main'))

  it('are not returned above the cap before the payouts are held', async () => {
    const references = [
      await at.donate(9 * million),
      await at.donate(9 * million),
      await at.donate(9 * million),
    ]
    for (const reference of references) {
      const outcome = await at.refund(reference, 9 * million)
      expect(outcome).toMatchObject({ kind: 'requested', refund: { state: 'waiting' } })
    }
    expect(await at.readProvider()).toMatchObject({ taken: 0 })
    // The provider pays out before anything is held: nothing was returned.
    at.pass(1)
    await at.settle()
    await at.work()
    const { taken, held } = await at.readProvider()
    expect(taken - held).toBeLessThanOrEqual(caps.perCampaign)
  })

  it('are returned once the payouts are held, and the organiser is told', async () => {
    const reference = await at.donate(9 * million)
    await at.donate(9 * million)
    await at.refund(reference, 9 * million)
    await at.work()
    expect(await at.readProvider()).toMatchObject({ taken: 9 * million, isStopped: true })
    expect(await listKinds()).toEqual(['exposure'])
    expect(at.mails.map(({ subject }) => subject)).toContain('Payouts are on hold: A well for Ife')
    at.pass(1)
    await at.settle()
    await at.work()
    expect(await readPosition()).toMatchObject({ paidOut: 0, owedBack: 0 })
  })

  it('are no exposure any more when the organiser has paid them back', async () => {
    const reference = await at.donate(1.5 * million)
    at.pass(1)
    await at.settle()
    await at.refund(reference, 1.5 * million)
    await at.work()
    at.pass(4)
    await at.work()
    const read = async () => (await at.exposure.listExposures())[0]?.exposure ?? 0
    expect(await read()).toBe(1.5 * million)
    await at.claim('owner_repayment', 40)
    expect(await read()).toBe(0.9 * million)
    await at.claim('owner_repayment', 100)
    expect(await read()).toBe(0)
  })

  it('stop the payouts when they were returned on the provider’s pages', async () => {
    const reference = await at.donate(9 * million)
    const payment = await at.world.payments.verify(reference)
    await at.world.payments.refunds.create({
      transactionId: payment?.transactionId ?? 0,
      amount: kobo(9 * million),
      customerNote: 'As you asked',
      merchantNote: '',
    })
    await at.work()
    expect(await listKinds()).toEqual(['exposure'])
    await at.settle()
    await at.work()
    expect(await readPosition()).toMatchObject({ paidOut: 0 })
  })

  it('below the cap are returned at once, and nothing is held', async () => {
    const reference = await at.donate(9 * million)
    expect(await at.refund(reference, million)).toMatchObject({ refund: { state: 'queued' } })
    await at.work()
    expect(await listKinds()).toEqual([])
  })

  it('are shown before the refund as owed to Ajo as far as no hold covers them', async () => {
    const reference = await at.donate(9 * million)
    const key = await at.toKey(reference)
    expect(
      await at.refunds.previewRefund(key, undefined, { role: 'admin', uid: 'admin' }),
    ).toMatchObject({
      fromPayouts: 0,
      owed: 9 * million,
      isHeld: true,
    })
  })
})

describe('donations that are refunded before they are paid out, when the provider takes refunds from the sub-account', () => {
  it('are held until the provider would have taken them from the main account, and then paid for by the next payout', async () => {
    await open('subaccount')
    const reference = await at.donate(9 * million)
    await at.donate(9 * million)
    await at.refund(reference, 9 * million)
    await at.work()
    expect(await listKinds()).toEqual(['exposure'])
    for (let day = 0; day < 5; day++) {
      at.pass(1)
      await at.work()
    }
    expect(await listKinds()).toEqual([])
    await at.settle()
    await at.work()
    const { paidOut, owedBack } = await readPosition()
    expect({ owedBack, isPaid: paidOut > 8 * million && paidOut < 9 * million }).toEqual({
      owedBack: 0,
      isPaid: true,
    })
  })
})
