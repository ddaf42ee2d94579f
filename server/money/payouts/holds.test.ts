import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignOfAda, donationBy, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { endStop, startStop } from './payout-stops.ts'
import { insertPayee } from '../donations/transfers.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { payoutHolds, payoutSummary } from './payouts.ts'

const { at, database } = await freshLedger()
const share = 4_924_00
const code = 'ACCT_test0000000001'

const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const apply = () => payoutHolds(withMode()).applyPayoutHolds()
const readPosition = async (campaignId = campaignOfAda.id) => {
  const { due, held } = (await payoutSummary(withMode(), campaignId)).payouts
  return { due, held }
}
const freeze = (campaignId = campaignOfAda.id) =>
  database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
    values (${campaignId}, 'A report', 'reviewer', ${at.clock.now})`)
const unfreeze = (campaignId = campaignOfAda.id) =>
  database.run(sql`delete from campaign_freeze where campaign_id = ${campaignId}`)
const readHolds = () =>
  database.rows(
    z.object({
      state: z.string(),
      reason: z.nullable(z.string()),
      seen: z.nullable(z.string()),
      since: z.nullable(z.date()),
    }),
    sql`select state, reason, seen, in_force_since as since from payout_hold`,
  )
const findViolations = async () => (await at.ledger.checkLedger()).findings

async function start(email: string) {
  return at.start(email)
}

async function donate(email = 'donor@example.com') {
  await pay(await start(email))
}

async function pay(reference: string) {
  await at.pay(reference)
}

describe('the payouts of a frozen campaign', () => {
  it('are held when the provider shows so, with donations that arrive later, and released with the freeze', async () => {
    await donate()
    const started = await start('two@example.com')
    await freeze()
    const frozenAt = at.clock.now
    await apply()
    expect(await readHolds()).toEqual([
      { state: 'in-force', reason: null, seen: 'active, manual', since: frozenAt },
    ])
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(true)
    expect(await readPosition()).toEqual({ due: 0, held: share })

    await pay(started)
    expect(await readPosition()).toEqual({ due: share, held: share })
    at.pass(3_600_000)
    await apply()
    expect(await readPosition()).toEqual({ due: 0, held: 2 * share })

    await unfreeze()
    await apply()
    expect(await readPosition()).toEqual({ due: 2 * share, held: 0 })
    expect(await readHolds()).toMatchObject([
      { state: 'released', seen: 'active, auto', since: null },
    ])
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(false)

    await freeze()
    await apply()
    expect(await readPosition()).toEqual({ due: 0, held: 2 * share })
    expect(await findViolations()).toEqual([])
  })

  it('are held before a first transfer to the account number is reported', async () => {
    const payee = { campaignId: campaignOfAda.id, mode: at.payments.mode, subAccountCode: code }
    await insertPayee(database, { ...payee, since: at.clock.now })
    await freeze()
    await apply()

    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(true)
    await unfreeze()
    await apply()
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(false)
  })

  it('are held without a donation when an earlier stop named the account', async () => {
    const { id: campaignId } = campaignOfAda
    const stop = { campaignId, kind: 'reviewer' as const, at: at.clock.now }
    await database.transaction((queries) => startStop(queries, { ...stop, subAccountCode: code }))
    await apply()
    await database.transaction((queries) => endStop(queries, stop))
    await apply()
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(false)

    await freeze()
    await apply()
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(true)
  })

  it('stay stopped at the provider when another campaign with the same sub-account is no longer frozen', async () => {
    const other = { ...campaignOfAda, id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a02' }
    await donate()
    await at.donations.startDonation(donationBy('two@example.com', { campaign: other }))
    await pay(at.provider.lastReference())
    await freeze()
    await freeze(other.id)
    await apply()

    await unfreeze(other.id)
    await apply()

    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(true)
    expect(await readPosition()).toEqual({ due: 0, held: share })
    expect(await readPosition(other.id)).toEqual({ due: share, held: 0 })
    expect((await readHolds()).map(({ state }) => state).toSorted()).toEqual([
      'in-force',
      'released',
    ])
    await unfreeze()
    await apply()
    expect((await at.payments.subAccounts.find(code))?.isHeld).toBe(false)
    expect(await findViolations()).toEqual([])
  })

  it('are not held while the provider ignores the request, which is repeated', async () => {
    await donate()
    at.provider.setHolds('ignored')
    await freeze()
    await apply()
    expect(await readHolds()).toEqual([
      {
        state: 'failed',
        reason: 'the provider shows: active, auto',
        seen: 'active, auto',
        since: null,
      },
    ])
    expect(await readPosition()).toEqual({ due: share, held: 0 })

    at.provider.setHolds('accepted')
    at.pass(60_000)
    await apply()
    expect(await readHolds()).toMatchObject([{ state: 'in-force', reason: null }])
    expect(await readPosition()).toEqual({ due: 0, held: share })
  })

  it('are not held while the provider does not respond', async () => {
    await donate()
    const { setPayouts } = at.payments.subAccounts
    at.payments.subAccounts.setPayouts = async (...request) => {
      await setPayouts(...request)
      throw new PaymentsUnavailable('no response')
    }
    await freeze()
    await apply()
    expect(await readHolds()).toMatchObject([{ state: 'failed' }])
    expect(await readPosition()).toEqual({ due: share, held: 0 })
  })

  it('are no longer held when they were released on the provider’s pages, and are held again', async () => {
    await donate()
    await freeze()
    await apply()
    await at.payments.subAccounts.setPayouts(code, 'release')
    at.provider.setHolds('ignored')
    at.pass(3_600_000)
    await apply()
    expect(await readHolds()).toMatchObject([
      { state: 'failed', reason: 'released at the provider: active, auto' },
    ])
    expect(await readPosition()).toEqual({ due: share, held: 0 })

    at.provider.setHolds('accepted')
    await apply()
    expect(await readHolds()).toMatchObject([{ state: 'in-force' }])
    expect(await findViolations()).toEqual([])
  })
})
