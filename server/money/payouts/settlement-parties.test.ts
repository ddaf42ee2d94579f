import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { campaignsOfAda, freshPayouts, share } from '#test/support/money/payouts.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import {
  openPayouts,
  payoutTasks,
  reconcileSettlementsTask,
  settlementComparison,
} from './payouts.ts'
import { listParties, markAsked, markTried } from './settlements.ts'

const { at, database, owner, applyHolds, freeze, reconcile, withMode } = await freshPayouts()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const codes = campaignsOfAda.map(({ bankAccount }) => bankAccount.subAccountCode)
const failing = new Set(codes.slice(0, 2))
const compare = () => settlementComparison(withMode()).compareSettlements()
const listDifferences = () =>
  database.rows(
    z.object({ scope: z.string(), ours: z.nullable(z.string()), theirs: z.nullable(z.string()) }),
    sql`select scope, ours, theirs from ledger_difference where state = 'open' order by scope`,
  )
let references: string[]

/** A paid donation to a campaign of each of three sub-accounts, each settled by itself. */
beforeEach(async () => {
  references = []
  for (const [number, campaign] of campaignsOfAda.entries()) {
    const reference = await at.donate(`${number}@example.com`, { campaign })
    at.provider.addSettlement([reference], { settlementId: number + 1 })
    references.push(reference)
  }
})

/** A run that asks two sub-accounts. */
async function run() {
  const parties = (await listParties(withMode(), 2)).filter(({ code }) => code !== null)
  for (const party of parties) {
    await markTried(withMode(), party)
    if (!failing.has(party.code ?? '')) await markAsked(withMode(), party)
  }
  at.pass(hourMs)
  return parties
}

describe('the sub-accounts that a run asks', () => {
  it('take turns although those that always fail would fill every run', async () => {
    const runs = [await run(), await run(), await run(), await run()]
    expect(runs.map((parties) => parties.map(({ code }) => code))).toEqual([
      [codes[0], codes[1]],
      [codes[2], codes[0]],
      [codes[1], codes[0]],
      [codes[2], codes[0]],
    ])
  })

  it('are asked for all that was paid out since they last answered, also after months', async () => {
    await run()
    await run()
    const answeredAt = at.clock.now.getTime() - hourMs
    at.pass(200 * dayMs)
    const parties = await listParties(withMode())
    const from = parties.find(({ code }) => code === codes[2])?.from.getTime()
    expect(from).toBe(answeredAt - 7 * dayMs)
    expect(parties.find(({ code }) => code === codes[0])?.from).toEqual(new Date(0))
  })
})

describe('the comparison of all settlements', () => {
  beforeEach(async () => {
    const total = { total: kobo(3_00), effective: kobo(3_00) }
    at.provider.addSettlement(references, { settlementId: 9, subAccountCode: null, ...total })
    await reconcile()
    at.pass(365 * dayMs)
  })

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
    for (const campaign of campaignsOfAda) await freeze(campaign)
    await applyHolds()
    const holds = await database.rows(
      z.object({ state: z.string() }),
      sql`select state from payout_hold order by sub_account_code`,
    )
    expect(holds.map(({ state }) => state)).toEqual(['failed', 'in-force', 'in-force'])
  })
})
