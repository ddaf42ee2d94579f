import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignOfAda } from '#test/support/money/ledger.ts'
import { freshPayouts, share } from '#test/support/money/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import { endStop, startStop } from './payout-stops.ts'
import { insertPayee } from '../donations/transfers.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'

const { at, database, applyHolds, findViolations, freeze, readPosition, unfreeze } =
  await freshPayouts()
const code = 'ACCT_test0000000001'
const newCode = 'ACCT_test0000000002'
const withNewBank = {
  ...campaignOfAda,
  bankAccount: { ...campaignOfAda.bankAccount, subAccountCode: newCode },
}
const isHeldAtProvider = async () => (await at.payments.subAccounts.find(code))?.isHeld
const readHolds = () =>
  database.rows(
    z.object({
      state: z.string(),
      reason: z.nullable(z.string()),
      seen: z.nullable(z.string()),
      since: z.nullable(z.date()),
    }),
    sql`select state, reason, seen, in_force_since as since from payout_hold order by sub_account_code, campaign_id`,
  )

describe('the payouts of a frozen campaign', () => {
  it('are held when the provider shows so, with donations that arrive later, and released with the freeze', async () => {
    await at.donate()
    const started = await at.start('two@example.com')
    await freeze()
    const frozenAt = at.clock.now
    await applyHolds()
    expect(await readHolds()).toEqual([
      { state: 'in-force', reason: null, seen: 'active, manual', since: frozenAt },
    ])
    expect(await isHeldAtProvider()).toBe(true)
    expect(await readPosition()).toMatchObject({ due: 0, held: share })

    await at.pay(started)
    expect(await readPosition()).toMatchObject({ due: share, held: share })
    at.pass(3_600_000)
    await applyHolds()
    expect(await readPosition()).toMatchObject({ due: 0, held: 2 * share })

    await unfreeze()
    await applyHolds()
    expect(await readPosition()).toMatchObject({ due: 2 * share, held: 0 })
    expect(await readHolds()).toMatchObject([
      { state: 'released', seen: 'active, auto', since: null },
    ])
    expect(await isHeldAtProvider()).toBe(false)

    await freeze()
    await applyHolds()
    expect(await readPosition()).toMatchObject({ due: 0, held: 2 * share })
    expect(await findViolations()).toEqual([])
  })

  it('are held before a first transfer to the account number is reported', async () => {
    const payee = { campaignId: campaignOfAda.id, mode: at.payments.mode, subAccountCode: code }
    await insertPayee(database, { ...payee, since: at.clock.now })
    await freeze()
    await applyHolds()

    expect(await isHeldAtProvider()).toBe(true)
    await unfreeze()
    await applyHolds()
    expect(await isHeldAtProvider()).toBe(false)
  })

  it('are held without a donation when an earlier stop named the account', async () => {
    const { id: campaignId } = campaignOfAda
    const stop = { campaignId, kind: 'reviewer' as const, at: at.clock.now }
    await database.transaction((queries) => startStop(queries, { ...stop, subAccountCode: code }))
    await applyHolds()
    await database.transaction((queries) => endStop(queries, stop))
    await applyHolds()
    expect(await isHeldAtProvider()).toBe(false)

    await freeze()
    await applyHolds()
    expect(await isHeldAtProvider()).toBe(true)
  })

  it('stay stopped at the provider when another campaign with the same sub-account is no longer frozen', async () => {
    const other = { ...campaignOfAda, id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a02' }
    await at.donate()
    await at.donate('two@example.com', { campaign: other })
    await freeze()
    await freeze(other)
    await applyHolds()

    await unfreeze(other)
    await applyHolds()

    expect(await isHeldAtProvider()).toBe(true)
    expect(await readPosition()).toMatchObject({ due: 0, held: share })
    expect(await readPosition(other)).toMatchObject({ due: share, held: 0 })
    expect((await readHolds()).map(({ state }) => state).toSorted()).toEqual([
      'in-force',
      'released',
    ])
    await unfreeze()
    await applyHolds()
    expect(await isHeldAtProvider()).toBe(false)
    expect(await findViolations()).toEqual([])
  })

  it('are not held while the provider ignores the request, which is repeated', async () => {
    await at.donate()
    at.provider.setHolds('ignored')
    await freeze()
    await applyHolds()
    expect(await readHolds()).toEqual([
      {
        state: 'failed',
        reason: 'the provider shows: active, auto',
        seen: 'active, auto',
        since: null,
      },
    ])
    expect(await readPosition()).toMatchObject({ due: share, held: 0 })

    at.provider.setHolds('accepted')
    at.pass(60_000)
    await applyHolds()
    expect(await readHolds()).toMatchObject([{ state: 'in-force', reason: null }])
    expect(await readPosition()).toMatchObject({ due: 0, held: share })
  })

  it('are not held while the provider does not respond', async () => {
    await at.donate()
    const { setPayouts } = at.payments.subAccounts
    at.payments.subAccounts.setPayouts = async (...request) => {
      await setPayouts(...request)
      throw new PaymentsUnavailable('no response')
    }
    await freeze()
    await applyHolds()
    expect(await readHolds()).toMatchObject([{ state: 'failed' }])
    expect(await readPosition()).toMatchObject({ due: share, held: 0 })
  })

  it('are no longer held when they were released on the provider’s pages, and are held again', async () => {
    await at.donate()
    await freeze()
    await applyHolds()
    await at.payments.subAccounts.setPayouts(code, 'release')
    at.provider.setHolds('ignored')
    at.pass(3_600_000)
    await applyHolds()
    expect(await readHolds()).toMatchObject([
      { state: 'failed', reason: 'released at the provider: active, auto' },
    ])
    expect(await readPosition()).toMatchObject({ due: share, held: 0 })

    at.provider.setHolds('accepted')
    await applyHolds()
    expect(await readHolds()).toMatchObject([{ state: 'in-force' }])
    expect(await findViolations()).toEqual([])
  })
})

describe('a release', () => {
  it('that the provider ignores is repeated with growing delays, and the money stays on hold', async () => {
    await at.donate()
    await freeze()
    await applyHolds()
    at.provider.setHolds('ignored')
    await unfreeze()
    await applyHolds()
    await applyHolds()
    expect(await readHolds()).toMatchObject([
      { state: 'in-force', reason: 'the provider shows: active, manual' },
    ])
    expect(await readPosition()).toMatchObject({ due: 0, held: share })

    at.provider.setHolds('accepted')
    at.pass(60_000)
    await applyHolds()
    expect(await readHolds()).toMatchObject([{ state: 'released', reason: null }])
    expect(await readPosition()).toMatchObject({ due: share, held: 0 })
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
    await at.donate()
    await at.donate('donor@example.com', { campaign: withNewBank })
    await freeze()
    await applyHolds()
    expect(await readHolds()).toMatchObject([{ state: 'in-force' }, { state: 'failed' }])
    expect(await readPosition()).toMatchObject({ due: 2 * share, held: 0 })

    isRefused = false
    at.pass(60_000)
    await applyHolds()
    expect(await readPosition()).toMatchObject({ due: 0, held: 2 * share })
    await at.payments.subAccounts.setPayouts(newCode, 'release')
    at.provider.setHolds('ignored')
    at.pass(3_600_000)
    await applyHolds()
    expect(await readPosition()).toMatchObject({ due: 2 * share, held: 0 })
    expect(await findViolations()).toEqual([])
  })
})
