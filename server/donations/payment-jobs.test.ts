import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/database.ts'
import { booked, donationBy } from '#test/ledger.ts'
import { chargeSuccess, openMoneyApp, type MoneyApp } from '#test/money-app.ts'

import { sql } from '../database/sql.ts'
import { checkAfterMs } from './due-checks.ts'
import { resumePayments } from './payment-jobs.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
})

async function begun(email = 'donor@example.com') {
  await at.donations.startDonation(donationBy(email))
  return at.provider.lastReference()
}

const check = () => at.runTask('check-open-donations')
const sweep = () => at.runTask('reconcile-payments')
const states = async () => {
  const rows = await database.rows(
    z.object({ state: z.string() }),
    sql`select state from donation order by created_at`,
  )
  return rows.map(({ state }) => state)
}
const once = { entries: 1, raised: 5_000_00, balance: 0 }

describe('checks of open donations', () => {
  it('find a payment whose webhook never came', async () => {
    const reference = await begun()
    at.provider.pays(reference)
    await check()
    expect(at.provider.verified).toEqual([])

    at.pass(20_000)
    await check()
    expect(await booked(database)).toEqual(once)

    at.pass(7 * 86_400_000)
    await check()
    expect(at.provider.verified).toEqual([reference])
  })

  it('come soon, then rarely, then daily, and end after a week; a success after that still counts', async () => {
    const reference = await begun()
    const begin = at.clock.now.getTime()
    const askedAfter: number[] = []

    for (const ms of checkAfterMs) {
      at.clock.now = new Date(begin + ms - 1)
      await check()
      at.pass(1)
      const before = at.provider.verified.length
      await check()
      if (at.provider.verified.length > before) askedAfter.push(ms)
    }
    expect(askedAfter).toEqual(checkAfterMs)
    expect(at.provider.verified).toHaveLength(checkAfterMs.length)
    expect(await states()).toEqual(['closed_unpaid'])

    at.provider.pays(reference)
    await sweep()
    expect(await states()).toEqual(['paid'])
    expect(await booked(database)).toEqual(once)
  })

  it('wait a minute when the provider is out of reach', async () => {
    at.provider.pays(await begun())
    at.pass(20_000)
    at.provider.down(true)
    await check()

    at.provider.down(false)
    at.pass(59_999)
    await check()
    expect(at.provider.verified).toEqual([])
    at.pass(1)
    await check()
    expect(await booked(database)).toEqual(once)
  })

  it('are shared out between processes: nobody asks twice', async () => {
    for (let donor = 0; donor < 12; donor++) await begun(`donor${donor}@example.com`)
    at.pass(20_000)

    await Promise.all([check(), check(), check()])

    expect(at.provider.verified).toHaveLength(12)
    expect(new Set(at.provider.verified).size).toBe(12)
  })

  it('forget the keys of forms after a day, and nothing else', async () => {
    const form = donationBy('donor@example.com')
    await at.donations.startDonation(form)
    at.pass(86_400_001)
    await check()

    await at.donations.startDonation(form)
    expect(await states()).toHaveLength(2)
  })
})

describe('a start', () => {
  it('works on what a killed process left behind', async () => {
    const reference = await begun()
    at.provider.pays(reference)
    await at.deliver(chargeSuccess(reference))
    // The job was taken by a worker that is no more.
    await owner.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now()`,
    )
    at.pass(10_001)

    await resumePayments(database, new Date())
    await at.runJobs()

    expect(await booked(database)).toEqual(once)
  })
})

describe('the sweep', () => {
  it('makes all totals exact when every webhook was lost', async () => {
    for (let donor = 0; donor < 5; donor++)
      at.provider.pays(await begun(`donor${donor}@example.com`))
    at.provider.becomes(await begun(), { status: 'failed' })

    await sweep()
    await sweep()

    expect(await booked(database)).toEqual({ entries: 5, raised: 25_000_00, balance: 0 })
    expect(await at.ledger.platformTotals()).toEqual({ raised: 25_000_00, donors: 5 })
  })

  it('waits for the next time when the provider is out of reach', async () => {
    at.provider.pays(await begun())
    at.provider.down(true)
    await sweep()
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })

    at.provider.down(false)
    await sweep()
    expect(await booked(database)).toEqual(once)
  })
})

describe('the hourly proof', () => {
  it('keeps what it finds', async () => {
    at.provider.pays(await begun())
    await sweep()
    await owner.pool.query('update campaign_total set donor_count = 2')

    await at.runTask('check-ledger')

    const { rows } = await database.pool.query<{ name: string }>('select name from ledger_finding')
    expect(rows).toEqual([{ name: 'the heads of each campaign are the donors whose gifts stand' }])
  })
})

describe('the nightly comparison with the provider', () => {
  const found = async () => {
    const { rows } = await database.pool.query<{ ours: string; theirs: string }>(
      'select ours, theirs from ledger_finding order by number',
    )
    return rows
  }

  it('finds nothing where both know the same, whatever was kept aside or is unpaid', async () => {
    at.provider.pays(await begun())
    at.provider.pays(await begun(), { subAccountCode: 'ACCT_of_a_thief_001' })
    await begun()
    await at.runTask('reconcile-payments-of-35-days')
    at.pass(86_400_000)

    await at.runTask('reconcile-totals')
    expect(await found()).toEqual([])
  })

  it('reports what one of them does not know of, and changes nothing', async () => {
    at.provider.pays(await begun())
    at.pass(86_400_000)

    await at.runTask('reconcile-totals')
    expect((await found())[0]).toEqual({ ours: '0 0', theirs: '1 500000' })
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })
  })
})
