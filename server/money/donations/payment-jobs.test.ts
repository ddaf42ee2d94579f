import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { lockAsKilledProcess } from '#test/support/database/jobs.ts'
import { booked, donationBy } from '#test/support/money/ledger.ts'
import { chargeSuccess, freshMoneyApp } from '#test/support/money/money-app.ts'

import { sql } from '../../platform/database/sql.ts'
import { checkAfterMs } from './start-donation.ts'
import { resumePayments } from './payment-jobs.ts'

const { at, database, owner } = await freshMoneyApp()

const check = () => at.runTask('check-open-donations')
const reconcile = () => at.runTask('reconcile-payments')
const readStates = async () => {
  const rows = await database.rows(
    z.object({ state: z.string() }),
    sql`select state from donation order by created_at`,
  )
  return rows.map(({ state }) => state)
}
const once = { entries: 1, raised: 5_000_00, balance: 0 }

describe('checks of open donations', () => {
  it('find a payment whose webhook never arrived', async () => {
    const reference = await at.start()
    at.provider.pay(reference)
    await check()
    expect(at.provider.verified).toEqual([])

    at.pass(20_000)
    await check()
    expect(await booked(database)).toEqual(once)

    at.pass(7 * 86_400_000)
    await check()
    expect(at.provider.verified).toEqual([reference])
  })

  it('run at growing intervals for a week, and a later success still counts', async () => {
    const reference = await at.start()
    const startedAt = at.clock.now.getTime()
    const verifiedAfter: number[] = []

    for (const ms of checkAfterMs) {
      at.clock.now = new Date(startedAt + ms - 1)
      await check()
      at.pass(1)
      const before = at.provider.verified.length
      await check()
      if (at.provider.verified.length > before) verifiedAfter.push(ms)
    }
    expect(verifiedAfter).toEqual(checkAfterMs)
    expect(at.provider.verified).toHaveLength(checkAfterMs.length)
    expect(await readStates()).toEqual(['closed_unpaid'])

    at.provider.pay(reference)
    await reconcile()
    expect(await readStates()).toEqual(['paid'])
    expect(await booked(database)).toEqual(once)
  })

  it('are repeated after a minute when the provider is unavailable', async () => {
    at.provider.pay(await at.start())
    at.pass(20_000)
    at.provider.setDown(true)
    await check()

    at.provider.setDown(false)
    at.pass(59_999)
    await check()
    expect(at.provider.verified).toEqual([])
    at.pass(1)
    await check()
    expect(await booked(database)).toEqual(once)
  })

  it('verify each donation once when three processes check at the same time', async () => {
    for (let donor = 0; donor < 12; donor++) await at.start(`donor${donor}@example.com`)
    at.pass(20_000)

    await Promise.all([check(), check(), check()])

    expect(at.provider.verified).toHaveLength(12)
    expect(new Set(at.provider.verified).size).toBe(12)
  })

  it('delete idempotency keys after a day and keep the donations', async () => {
    const form = donationBy('donor@example.com')
    await at.donations.startDonation(form)
    at.pass(86_400_001)
    await at.runTask('end-terms')

    await at.donations.startDonation(form)
    expect(await readStates()).toHaveLength(2)
  })
})

describe('the start of a process', () => {
  it('processes the webhook of a killed process', async () => {
    const reference = await at.start()
    at.provider.pay(reference)
    await at.deliver(chargeSuccess(reference))
    await lockAsKilledProcess(owner)
    at.pass(10_001)

    await resumePayments(database, new Date())
    await at.runJobs()

    expect(await booked(database)).toEqual(once)
  })
})

describe('the reconciliation of payments', () => {
  it('books all payments when every webhook was lost', async () => {
    for (let donor = 0; donor < 5; donor++)
      at.provider.pay(await at.start(`donor${donor}@example.com`))
    at.provider.updatePayment(await at.start(), { status: 'failed' })

    await reconcile()
    await reconcile()

    expect(await booked(database)).toEqual({ entries: 5, raised: 25_000_00, balance: 0 })
    expect(await at.ledger.platformTotals()).toEqual({ raised: 25_000_00, donors: 5 })
  })

  it('runs again later when the provider is unavailable', async () => {
    at.provider.pay(await at.start())
    at.provider.setDown(true)
    await reconcile()
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })

    at.provider.setDown(false)
    await reconcile()
    expect(await booked(database)).toEqual(once)
  })
})

describe('the hourly ledger check', () => {
  it('saves the violations that it finds', async () => {
    at.provider.pay(await at.start())
    await reconcile()
    await owner.pool.query('update campaign_total set donor_count = 2')

    await at.runTask('check-ledger')

    const { rows } = await database.pool.query<{ name: string }>('select name from ledger_finding')
    expect(rows).toEqual([{ name: 'the campaign totals count the donors with a donation left' }])
  })
})
