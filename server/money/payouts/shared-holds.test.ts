import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignOfAda, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { payoutHolds, payoutSummary } from './payouts.ts'

const { at, database } = await freshLedger()
const share = 4_924_00
const code = 'ACCT_test0000000001'
const newCode = 'ACCT_test0000000002'
const well = campaignOfAda
const school = { ...campaignOfAda, id: randomUUID(), slug: 'a-school' }
const wellWithNewBank = {
  ...well,
  bankAccount: { ...well.bankAccount, subAccountCode: newCode },
}

const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const apply = () => payoutHolds(withMode()).applyPayoutHolds()
const readPosition = async (campaign = well) => {
  const { due, held } = (await payoutSummary(withMode(), campaign.id)).payouts
  return { due, held }
}
const freeze = ({ id }: { id: string }) =>
  database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
    values (${id}, 'A report', 'reviewer', ${at.clock.now})`)
const unfreeze = ({ id }: { id: string }) =>
  database.run(sql`delete from campaign_freeze where campaign_id = ${id}`)
const isHeldAtProvider = async () => (await at.payments.subAccounts.find(code))?.isHeld
const readHolds = () =>
  database.rows(
    z.object({ state: z.string(), reason: z.nullable(z.string()), attempts: z.int() }),
    sql`select state, reason, attempts from payout_hold order by sub_account_code, campaign_id`,
  )

async function donate(campaign = well) {
  await at.donate('donor@example.com', { campaign })
}

describe('a sub-account of two frozen campaigns', () => {
  beforeEach(async () => {
    for (const campaign of [well, school]) {
      await donate(campaign)
      await freeze(campaign)
    }
    await apply()
  })

  it('stays on hold until neither is frozen', async () => {
    await unfreeze(well)
    for (let minute = 0; minute < 3; minute++) {
      await apply()
      at.pass(60_000)
      expect(await isHeldAtProvider()).toBe(true)
    }
    expect(await readPosition(school)).toEqual({ due: 0, held: share })

    await unfreeze(school)
    await apply()
    expect(await isHeldAtProvider()).toBe(false)
    for (const campaign of [well, school])
      expect(await readPosition(campaign)).toEqual({ due: share, held: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})

describe('a release', () => {
  it('that the provider ignores is repeated with growing delays, and the money stays on hold', async () => {
    await donate()
    await freeze(well)
    await apply()
    at.provider.setHolds('ignored')
    await unfreeze(well)
    await apply()
    await apply()
    expect(await readHolds()).toEqual([
      { state: 'in-force', reason: 'the provider shows: active, manual', attempts: 1 },
    ])
    expect(await readPosition()).toEqual({ due: 0, held: share })

    at.provider.setHolds('accepted')
    at.pass(60_000)
    await apply()
    expect(await readHolds()).toMatchObject([{ state: 'released', reason: null }])
    expect(await readPosition()).toEqual({ due: share, held: 0 })
  })
})

describe('a campaign with two sub-accounts', () => {
  it('is on hold only once both are', async () => {
    const { setPayouts } = at.payments.subAccounts
    let isRefused = true
    at.payments.subAccounts.setPayouts = async (each, action) => {
      if (isRefused && each === newCode) throw new Error('refused')
      return setPayouts(each, action)
    }
    await donate()
    await donate(wellWithNewBank)
    await freeze(well)
    await apply()
    expect(await readHolds()).toMatchObject([{ state: 'in-force' }, { state: 'failed' }])
    expect(await readPosition()).toEqual({ due: 2 * share, held: 0 })

    isRefused = false
    at.pass(60_000)
    await apply()
    expect(await readPosition()).toEqual({ due: 0, held: 2 * share })
    await at.payments.subAccounts.setPayouts(newCode, 'release')
    at.provider.setHolds('ignored')
    at.pass(3_600_000)
    await apply()
    expect(await readPosition()).toEqual({ due: 2 * share, held: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })
})
