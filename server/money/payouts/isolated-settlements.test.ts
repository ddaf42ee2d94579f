import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { campaignOfAda, freshLedger } from '#test/support/money/ledger.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { payoutHolds, openPayouts, payoutTasks, reconcileSettlementsTask } from './payouts.ts'
import { settlementReconciliation } from './settlements.ts'

const { at, database } = await freshLedger()
const share = 4_924_00
const codes = ['ACCT_test0000000001', 'ACCT_test0000000002', 'ACCT_test0000000003']

/** A paid donation to a campaign of each of three sub-accounts, each settled by itself. */
beforeEach(async () => {
  for (const [number, subAccountCode] of codes.entries()) {
    const bankAccount = { ...campaignOfAda.bankAccount, subAccountCode }
    const campaign = { ...campaignOfAda, id: toCampaignId(number), bankAccount }
    const reference = await at.donate(`${number}@example.com`, { campaign })
    at.provider.addSettlement([reference], { settlementId: number + 1 })
  }
})

const toCampaignId = (number: number) => `7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a0${number}`
const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const reconcile = () => settlementReconciliation(withMode()).reconcileSettlements()
const readPaidOut = async () => {
  const rows = await database.rows(
    z.object({ id: z.string(), paid: z.int() }),
    sql`select campaign_id as id, sum(paid_out_kobo)::bigint as paid from ledger_entry group by 1 order by 1`,
  )
  return rows.map(({ paid }) => paid)
}
const listFailing = async () => {
  const rows = await database.rows(
    z.object({ item: z.string() }),
    sql`select kind || ' ' || key as item from failing_item order by 1`,
  )
  return rows.map(({ item }) => item)
}

describe('one failure among settlements does not stop the others', () => {
  it('when the list of changes of the balance fails', async () => {
    at.payments.balance.listSince = () => {
      throw new PaymentsUnavailable('GET /balance/ledger: refused with 403')
    }
    const deps = {
      ...withMode(),
      sealing: testSealing,
      cancellations: { getProgress: async () => null },
    }
    const log = { info: () => {}, warn: () => {} }
    const tasks = payoutTasks(openPayouts(deps), log)
    await tasks.find(({ name }) => name === reconcileSettlementsTask)?.run({})
    expect(await readPaidOut()).toEqual([share, share, share])
  })

  it('when the list of a party fails', async () => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from, code, onUnreadable) => {
      if (code === codes[0]) throw new Error('an unexpected answer')
      return listSince(from, code, onUnreadable)
    }
    await reconcile()
    expect(await readPaidOut()).toEqual([0, share, share])
    expect(await listFailing()).toEqual([`settlements of a party ${codes[0]}`])
  })

  it('when the payments of a settlement cannot be read', async () => {
    const { listPayments } = at.payments.settlements
    at.payments.settlements.listPayments = (id, onUnreadable) => {
      if (id === 2) throw new Error('an unexpected answer')
      return listPayments(id, onUnreadable)
    }
    await reconcile()
    expect(await readPaidOut()).toEqual([share, 0, share])
    expect(await listFailing()).toEqual(['settlement 2'])

    at.payments.settlements.listPayments = listPayments
    at.pass(3_600_000)
    await reconcile()
    expect(await readPaidOut()).toEqual([share, share, share])
    expect(await listFailing()).toEqual([])
  })

  it('when the payouts of a sub-account cannot be held', async () => {
    const { setPayouts } = at.payments.subAccounts
    at.payments.subAccounts.setPayouts = async (code, action) => {
      if (code === codes[0]) throw new Error('an unexpected answer')
      return setPayouts(code, action)
    }
    for (const number of codes.keys())
      await database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
        values (${toCampaignId(number)}, 'A report', 'reviewer', ${at.clock.now})`)
    await payoutHolds(withMode()).applyPayoutHolds()
    const holds = await database.rows(
      z.object({ state: z.string() }),
      sql`select state from payout_hold order by sub_account_code`,
    )
    expect(holds.map(({ state }) => state)).toEqual(['failed', 'in-force', 'in-force'])
  })
})
