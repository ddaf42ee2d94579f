import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { freshPayouts, share } from '#test/support/money/payouts.ts'

import { exposures } from './exposure.ts'
import { startStop } from './payout-stops.ts'

const { at, database, owner, applyHolds, reconcile, withMode } = await freshPayouts()
const other = { ...campaignOfAda, id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a02' }

const open = (caps = { perCampaign: 1e15, perOwner: 1e15, inTotal: 1e15 }) =>
  exposures({ ...withMode(), caps })

async function donate(email = 'donor@example.com', campaign = campaignOfAda) {
  return at.donate(email, { campaign })
}

/** The provider shows the payouts as stopped. */
async function hold({ isRead = true } = {}) {
  await reconcile()
  await database.transaction((queries) =>
    startStop(queries, { campaignId: campaignOfAda.id, kind: 'exposure', at: at.clock.now }),
  )
  at.pass(1)
  await applyHolds()
  at.pass(1)
  if (isRead) await reconcile()
}

async function donatePaidOut(email?: string, campaign = campaignOfAda) {
  const reference = await donate(email, campaign)
  at.provider.addSettlement([reference])
  await reconcile()
  return reference
}

async function refund(reference: string, amount: number, status = 'processed') {
  at.provider.addRefund(reference, { amount: kobo(amount), status })
  await at.ledger.reconcileReversals()
}

describe('the exposure of a campaign', () => {
  it('is what was returned and claimed, also while more than that is due', async () => {
    await donate()
    await refund(await donate('two@example.com'), 5_000_00, 'pending')
    expect(await open().listExposures()).toMatchObject([{ open: 5_000_00, exposure: 5_000_00 }])
  })

  it('is nothing while its payouts are held, and more is held than was returned', async () => {
    await donate()
    await refund(await donate('two@example.com'), 5_000_00, 'pending')
    await hold()
    expect(await open().listExposures()).toMatchObject([
      { open: 5_000_00, isHeld: true, held: 2 * share, exposure: 0 },
    ])
  })

  it('is what was returned until the settlements were read after the hold', async () => {
    await donate()
    await refund(await donate('two@example.com'), 5_000_00, 'pending')
    await hold({ isRead: false })
    expect(await open().listExposures()).toMatchObject([{ isHeld: false, exposure: 5_000_00 }])
  })

  it('is what the owner owes, what is not deducted and what is claimed beyond that', async () => {
    await refund(await donatePaidOut(), 2_000_00)
    await refund(await donatePaidOut('two@example.com'), 1_000_00, 'pending')
    at.provider.addDispute(await donatePaidOut('three@example.com'))
    await at.ledger.reconcileReversals()
    expect(await open().listExposures()).toMatchObject([
      {
        title: 'A well for Ife',
        receivable: 2_000_00,
        undeducted: 2_000_00,
        open: 6_000_00,
        available: 0,
        exposure: 8_000_00,
      },
    ])
  })
})

describe('a refund that was sent', () => {
  const request = (reference: string, amount: number) =>
    owner.pool.query(`
      insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state,
        next_attempt_at, created_at)
      select campaign_id, gen_random_uuid(), id, mode, sha256(gen_random_uuid()::text::bytea), sha256('body'), 'owner', 'request',
        ${amount}, 'A mistake', 'sent', now(), created_at from donation where reference = '${reference}'`)

  it('counts once when its report comes before the response', async () => {
    const reference = await donatePaidOut()
    await request(reference, 1_000_00)
    expect(await open().listExposures()).toMatchObject([{ open: 1_000_00, exposure: 1_000_00 }])
    await refund(reference, 1_000_00, 'pending')
    expect(await open().listExposures()).toMatchObject([{ open: 1_000_00, exposure: 1_000_00 }])
  })

  it('counts as a return only, once its report is booked', async () => {
    const reference = await donatePaidOut()
    await request(reference, 1_000_00)
    await refund(reference, 1_000_00)
    expect(await open().listExposures()).toMatchObject([
      { open: 0, undeducted: 1_000_00, exposure: 1_000_00 },
    ])
  })

  it('counts beside the report about another amount or another donation', async () => {
    const reference = await donatePaidOut()
    await request(reference, 1_000_00)
    await refund(reference, 500_00, 'pending')
    await refund(await donatePaidOut('two@example.com'), 1_000_00, 'pending')
    expect(await open().listExposures()).toMatchObject([{ open: 2_500_00 }])
  })

  it('counts while the provider reports an earlier one as failed', async () => {
    const reference = await donatePaidOut()
    await request(reference, 1_000_00)
    await refund(reference, 1_000_00, 'failed')
    expect(await open().listExposures()).toMatchObject([{ open: 1_000_00 }])
  })
})

describe('the caps on exposure', () => {
  it('allow returns that what is held covers, however low the caps are', async () => {
    await donate()
    await hold()
    const none = open({ perCampaign: 0, perOwner: 0, inTotal: 0 })
    expect(
      await none.isWithinExposure(database, {
        campaignId: campaignOfAda.id,
        amount: share,
        isSent: false,
      }),
    ).toBe(true)
    expect(
      await none.isWithinExposure(database, {
        campaignId: campaignOfAda.id,
        amount: share + 1,
        isSent: false,
      }),
    ).toBe(false)
  })

  it('hold a return back that exceeds the cap of the campaign, of the owner or of all', async () => {
    await donatePaidOut()
    await refund(await donatePaidOut('two@example.com', other), 1_000_00, 'pending')
    const high = 1e15
    const isWithin = (caps: Parameters<typeof open>[0], amount: number) =>
      open(caps).isWithinExposure(database, { campaignId: campaignOfAda.id, amount, isSent: false })

    const perCampaign = { perCampaign: 2_000_00, perOwner: high, inTotal: high }
    expect(await isWithin(perCampaign, 2_000_00)).toBe(true)
    expect(await isWithin(perCampaign, 2_000_01)).toBe(false)
    const perOwner = { perCampaign: high, perOwner: 3_000_00, inTotal: high }
    expect(await isWithin(perOwner, 2_000_00)).toBe(true)
    expect(await isWithin(perOwner, 2_000_01)).toBe(false)
    const inTotal = { perCampaign: high, perOwner: high, inTotal: 3_000_00 }
    expect(await isWithin(inTotal, 2_000_00)).toBe(true)
    expect(await isWithin(inTotal, 2_000_01)).toBe(false)
  })
})
