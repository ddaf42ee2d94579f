import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { campaignOfAda, freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { settlementComparison } from './payouts.ts'
import { settlementReconciliation } from './settlements.ts'

const { at, database, owner } = await freshLedger()
const dayMs = 86_400_000
const codes = ['ACCT_test0000000001', 'ACCT_test0000000002', 'ACCT_test0000000003']
const withMode = () => ({ ...at.deps, mode: at.payments.mode })
const compare = () => settlementComparison(withMode()).compareSettlements()
const listDifferences = () =>
  database.rows(
    z.object({ scope: z.string(), ours: z.nullable(z.string()), theirs: z.nullable(z.string()) }),
    sql`select scope, ours, theirs from ledger_difference where state = 'open' order by scope`,
  )

/** A settlement of each of three sub-accounts and of the main account, a year ago. */
beforeEach(async () => {
  const references: string[] = []
  for (const [number, subAccountCode] of codes.entries()) {
    const bankAccount = { ...campaignOfAda.bankAccount, subAccountCode }
    const campaign = {
      ...campaignOfAda,
      id: `7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a0${number}`,
      bankAccount,
    }
    const reference = await at.donate(`${number}@example.com`, { campaign })
    at.provider.addSettlement([reference], { settlementId: number + 1 })
    references.push(reference)
  }
  const total = { total: kobo(3_00), effective: kobo(3_00) }
  at.provider.addSettlement(references, { settlementId: 9, subAccountCode: null, ...total })
  await settlementReconciliation(withMode()).reconcileSettlements()
  at.pass(365 * dayMs)
})

describe('the comparison of all settlements', () => {
  it('finds nothing in what was booked, and compares each party within 30 days', async () => {
    expect(await compare()).toBe(4)
    expect(await listDifferences()).toEqual([])
    expect(await compare()).toBe(0)
    at.pass(31 * dayMs)
    expect(await compare()).toBe(4)
  })

  it('finds nothing when the provider ignores the party', async () => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from) => listSince(from)
    expect(await compare()).toBe(4)
    expect(await listDifferences()).toEqual([])
  })

  it('finds a deleted settlement once when the provider ignores the party', async () => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from) => listSince(from)
    await owner.pool.query(`
      begin; set local session_replication_role = replica; delete from ledger_entry where effect_key = 'payout:sandbox:2';
      delete from settlement_line where settlement_id = 2; delete from settlement where settlement_id = 2; commit`)
    await compare()
    expect(await listDifferences()).toEqual([
      { scope: `all settlements of ${codes[1]}`, ours: null, theirs: '492400 success' },
    ])
  })

  it('goes on with the other parties when the list of one fails, and compares it later', async () => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = (from, code, onUnreadable) => {
      if (code === codes[0]) throw new Error('an unexpected answer')
      return listSince(from, code, onUnreadable)
    }
    expect(await compare()).toBe(3)
    at.payments.settlements.listSince = listSince
    at.pass(120_000)
    expect(await compare()).toBe(1)
  })

  it('compares a party with a difference again the next night', async () => {
    const { listSince } = at.payments.settlements
    at.payments.settlements.listSince = async function* (from, code) {
      for await (const settlement of listSince(from, code))
        if (settlement.settlementId !== 1) yield settlement
    }
    await compare()
    expect(await listDifferences()).toEqual([
      { scope: `all settlements of ${codes[0]}`, ours: '492400', theirs: null },
    ])
    at.payments.settlements.listSince = listSince
    at.pass(dayMs)
    expect(await compare()).toBe(1)
    expect(await listDifferences()).toEqual([])
  })
})
