import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { confirmsUnfreeze, liftFreeze } from '#server/staff/moderation/decisions.ts'
import { openCampaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'
import { chidi, dada } from '#test/support/people/people.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { stopReleases } from '#test/support/money/stop-releases.ts'

import { sql } from '../../platform/database/sql.ts'
import { payoutSummary } from './payouts.ts'
import { endStop, startStop } from './payout-stops.ts'

const { database } = await freshDatabase()
let world: ReturnType<typeof openMoneyWorld>
let campaign: StoredCampaign
let code: string

const readPosition = async () => (await payoutSummary(world.ledgerDeps, campaign.id)).payouts
const pay = () => world.donate('donor@example.com', { campaign })

/** What the provider pays out to the sub-account when all that is unsettled is settled. */
async function settle() {
  world.pass(24)
  const settlements = await world.sandbox.settle([code])
  await world.reconcileSettlements()
  return settlements.reduce((sum, { effective_amount }) => sum + effective_amount, 0)
}

const freeze = () =>
  database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
    values (${campaign.id}, 'A report', 'reviewer', ${world.clock.now})`)

/** Asks for the end of the freeze or confirms it, as the case does. */
async function unfreeze({ uid }: { uid: string }) {
  const now = () => world.clock.now
  const deps = {
    history: openCampaignHistory(database),
    outbox: { enqueue: async () => {} },
    publicUrl: '',
    now,
  }
  const lift = { campaign, owner: undefined, actorUid: uid }
  return database.transaction(async (queries) => {
    const isConfirmed = await confirmsUnfreeze(deps, queries, lift)
    if (isConfirmed) await liftFreeze(deps, queries, lift)
    return isConfirmed
  })
}

const release = (who: typeof chidi, kind: 'payee' | 'reviewer' | 'cancelled') =>
  stopReleases(world.ledgerDeps, campaign)(who, kind)

beforeEach(async () => {
  world = openMoneyWorld(database, 'subaccount')
  const { campaigns, accounts } = await addCampaigns(world, 0)
  campaign = { ...campaigns[0].campaign, status: 'approved' } as StoredCampaign
  code = accounts[0].code
})

describe('a freeze', () => {
  it('lets 0 kobo leave at the next settlement, and all of it once after two people ended it 64 times at the same time', async () => {
    await pay()
    await freeze()
    await world.applyPayoutHolds()
    expect(await settle()).toBe(0)
    const { held } = await readPosition()
    expect(held).toBeGreaterThan(0)

    expect(await unfreeze(chidi)).toBe(false)
    await world.applyPayoutHolds()
    expect(await settle()).toBe(0)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => unfreeze(index % 2 === 0 ? dada : chidi)),
    )
    expect(outcomes.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1)
    await Promise.all(Array.from({ length: 64 }, () => world.applyPayoutHolds()))
    expect(await readPosition()).toMatchObject({ due: held, held: 0 })
    expect(await settle()).toBe(held)
    expect(await settle()).toBe(0)
    expect(await readPosition()).toMatchObject({ due: 0, held: 0, paidOut: held })
    const released = await database.rows(
      z.object({ kind: z.string() }),
      sql`select kind from ledger_entry where kind in ('hold', 'release') order by kind`,
    )
    expect(released.map(({ kind }) => kind)).toEqual(['hold', 'release'])
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  })

  it('is ended by two different people only', async () => {
    await freeze()
    expect(await unfreeze(chidi)).toBe(false)
    await expect(unfreeze(chidi)).rejects.toMatchObject({ code: 'second-person-needed' })
    expect(await unfreeze(dada)).toBe(true)
    expect(await unfreeze(dada)).toBe(false)
  })
})

describe('a stop', () => {
  const start = (kind: 'payee' | 'reviewer' | 'bank-account' | 'cancelled', more: object = {}) =>
    database.transaction((queries) =>
      startStop(queries, { campaignId: campaign.id, kind, at: world.clock.now, ...more }),
    )

  it('holds the account before the first donation', async () => {
    await start('payee', { subAccountCode: code })
    await world.applyPayoutHolds()
    expect((await world.payments.subAccounts.find(code))?.isHeld).toBe(true)
    await pay()
    expect(await settle()).toBe(0)
  })

  it('of a cancellation keeps what the provider would still pay for refunded donations, until another person releases it', async () => {
    await pay()
    await start('cancelled', { askedBy: chidi.uid })
    await world.applyPayoutHolds()
    const [reference = ''] = world.references
    await refundAtProvider(world.payments, reference, 5_000_00)
    await world.sandbox.processDue()
    expect(await settle()).toBe(0)
    await expect(release(chidi, 'cancelled')).rejects.toMatchObject({
      code: 'second-person-needed',
    })
    await release(dada, 'cancelled')
    await world.applyPayoutHolds()
    expect(await settle()).toBeGreaterThan(0)
  })

  it('combines with others: money leaves only when none is left', async () => {
    await pay()
    await start('payee')
    await start('reviewer')
    await start('bank-account', { until: new Date(world.clock.now.getTime() + 72 * 3_600_000) })
    await freeze()
    await world.applyPayoutHolds()
    const step = async (act: () => Promise<unknown>) => {
      await act()
      await world.applyPayoutHolds()
      return settle()
    }
    // Each step takes a day.
    expect(await step(() => release(chidi, 'payee'))).toBe(0)
    expect(await step(() => unfreeze(chidi))).toBe(0)
    await Promise.all([unfreeze(dada), release(dada, 'reviewer')])
    await world.applyPayoutHolds()
    const { held } = await readPosition()
    expect(held).toBeGreaterThan(0)
    world.pass(24)
    await world.applyPayoutHolds()
    expect(await settle()).toBe(held)
    expect(await readPosition()).toMatchObject({ due: 0, held: 0, paidOut: held })
  })

  it('is released once when 64 people try at the same time, and not by the one who asked', async () => {
    await pay()
    await start('reviewer', { askedBy: chidi.uid })
    await world.applyPayoutHolds()
    await expect(release(chidi, 'reviewer')).rejects.toMatchObject({ code: 'second-person-needed' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, () => release(dada, 'reviewer')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all(Array.from({ length: 64 }, () => world.applyPayoutHolds()))
    const { due } = await readPosition()
    expect(await settle()).toBe(due)
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  })

  it('that starts while the provider is asked to release holds the account again at once', async () => {
    await pay()
    await start('payee')
    await world.applyPayoutHolds()
    await database.transaction((queries) =>
      endStop(queries, { campaignId: campaign.id, kind: 'payee', at: world.clock.now }),
    )
    const { setPayouts } = world.payments.subAccounts
    world.payments.subAccounts.setPayouts = async (...request) => {
      world.payments.subAccounts.setPayouts = setPayouts
      await start('reviewer')
      return setPayouts(...request)
    }
    await world.applyPayoutHolds()
    expect((await world.payments.subAccounts.find(code))?.isHeld).toBe(true)
    expect(await readPosition()).toMatchObject({ due: 0 })
    expect((await world.ledger.checkLedger()).findings).toEqual([])
  })
})
