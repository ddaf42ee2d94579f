import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { lockAsKilledProcess, deleteJobs } from '#test/support/database/jobs.ts'
import { booked, donationBy } from '#test/support/money/ledger.ts'
import { chargeSuccess, freshMoneyApp } from '#test/support/money/money-app.ts'
import { listSubjects } from '#test/support/mail/mails.ts'

import { sql } from '../../platform/database/sql.ts'
import { checkAfterMs } from './start-donation.ts'
import { resumePayments } from './donations.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'

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

const minuteMs = 60_000
const dayMs = 86_400_000

/** The provider does not respond for this payment. Answers how to end that. */
function breakPayment(broken: string) {
  const { verify } = at.payments
  at.payments.verify = async (reference) => {
    if (reference === broken) throw new PaymentsUnavailable('no response for this payment')
    return verify(reference)
  }
  return () => (at.payments.verify = verify)
}

const listFailing = () =>
  database.rows(
    z.object({ kind: z.string(), key: z.string(), attempts: z.int() }),
    sql`select kind, key, attempts from failing_item order by kind, key`,
  )
const countRaised = async () => (await booked(database))?.raised

describe('an item that fails', () => {
  it('is not waited for when it is a webhook and a check of another donation is due', async () => {
    const broken = await at.start('one@example.com')
    const other = await at.start('two@example.com')
    for (const reference of [broken, other]) at.provider.pay(reference)
    breakPayment(broken)
    await at.deliver(chargeSuccess(broken))
    await deleteJobs(owner)
    at.pass(20_000)

    await at.runTask('retry-webhooks')
    await at.runTask('check-open-donations')
    expect(await countRaised()).toBe(5_000_00)
  })

  it('is tried again with growing delays when it is a webhook, and forgotten when it succeeds', async () => {
    const broken = await at.start()
    at.provider.pay(broken)
    let asked = 0
    at.payments.verify = async () => {
      asked += 1
      throw new PaymentsUnavailable('no response')
    }
    await at.deliver(chargeSuccess(broken))
    await deleteJobs(owner)
    const askedAfterMinutes: number[] = []
    for (let minute = 1; minute <= 16; minute++) {
      at.pass(minuteMs)
      const before = asked
      await at.runTask('retry-webhooks')
      if (asked > before) askedAfterMinutes.push(minute)
    }
    expect(askedAfterMinutes).toEqual([1, 2, 4, 8, 16])
  })

  it('is retried as soon as its lease has ended when it is a webhook whose process crashed, even after long delays', async () => {
    const broken = await at.start()
    at.provider.pay(broken)
    await at.deliver(chargeSuccess(broken))
    await deleteJobs(owner)
    const repair = breakPayment(broken)
    for (const minutes of [1, 1, 2, 4, 8]) {
      at.pass(minutes * minuteMs)
      await at.runTask('retry-webhooks')
    }
    expect(await listFailing()).toMatchObject([{ kind: 'webhook', attempts: 5 }])
    repair()
    const [stored] = await database.rows(
      z.object({ id: z.string() }),
      sql`select id from webhook_inbox`,
    )
    await at.donations.claimWebhook(stored?.id ?? '')

    await at.runTask('retry-webhooks')
    expect(await countRaised()).toBe(0)
    at.pass(15_001)
    await at.runTask('retry-webhooks')
    expect(await countRaised()).toBe(5_000_00)
    expect(await listFailing()).toEqual([])
  })

  it('is forgotten when it is a webhook whose own job succeeds', async () => {
    const broken = await at.start()
    at.provider.pay(broken)
    await at.deliver(chargeSuccess(broken))
    const repair = breakPayment(broken)
    at.pass(minuteMs)
    await at.runTask('retry-webhooks')
    expect(await listFailing()).toMatchObject([{ kind: 'webhook' }])

    repair()
    await at.runJobs()
    expect(await countRaised()).toBe(5_000_00)
    expect(await listFailing()).toEqual([])
  })

  it('does not stop the checks of other donations, and is checked again later', async () => {
    const references = []
    for (let donor = 0; donor < 5; donor++)
      references.push(await at.start(`donor${donor}@example.com`))
    for (const reference of references) at.provider.pay(reference)
    const repair = breakPayment(references[1] ?? '')
    at.pass(20_000)

    await at.runTask('check-open-donations')
    expect(await countRaised()).toBe(20_000_00)
    expect(await listFailing()).toMatchObject([{ kind: 'check', attempts: 1 }])

    repair()
    at.pass(minuteMs)
    await at.runTask('check-open-donations')
    expect(await countRaised()).toBe(25_000_00)
    expect(await listFailing()).toEqual([])
  })

  it('does not stop the reconciliation of other payments', async () => {
    const references = []
    for (let donor = 0; donor < 5; donor++)
      references.push(await at.start(`donor${donor}@example.com`))
    for (const reference of references) at.provider.pay(reference)
    breakPayment(references[0] ?? '')

    await at.runTask('reconcile-payments')
    expect(await countRaised()).toBe(20_000_00)
    expect(await listFailing()).toMatchObject([{ kind: 'payment', key: references[0] }])
  })

  it('is recorded with its reason when it is a row that cannot be parsed, and the rows after it are booked', async () => {
    at.provider.pay(await at.start())
    const { listSince } = at.payments
    at.payments.listSince = async function* (from, options) {
      options?.onUnreadable?.({ list: 'transaction', key: '6', reason: 'domain is no text' })
      yield* listSince(from, options)
    }

    await at.runTask('reconcile-payments')
    expect(await countRaised()).toBe(5_000_00)
    expect(await listFailing()).toMatchObject([{ kind: 'unreadable row', key: 'transaction 6' }])

    at.payments.listSince = listSince
    at.pass(27 * 3_600_000)
    await at.runTask('reconcile-payments')
    expect(await listFailing()).toEqual([])
  })

  it('does not stop the reconciliation of other refunds and disputes', async () => {
    const [one, two] = [await at.donate('one@example.com'), await at.donate('two@example.com')]
    const disputed = await at.donate('three@example.com')
    at.provider.addRefund(one, { status: 'processed', amount: kobo(-1) })
    at.provider.addRefund(two, { status: 'processed' })
    at.provider.addDispute(disputed, { status: 'resolved', resolution: 'auto-accepted' })

    await at.runTask('reconcile-reversals')
    expect(await countRaised()).toBe(5_000_00)
    expect(await listFailing()).toMatchObject([{ kind: 'refund' }])
  })
})

describe('a list of the provider that fails', () => {
  it.each([
    ['payments', 'reconcile-payments', () => at.payments],
    ['refunds', 'reconcile-reversals', () => at.payments.refunds],
    ['disputes', 'reconcile-reversals', () => at.payments.disputes],
    ['changes of the balance', 'reconcile-settlements', () => at.payments.balance],
  ] as const)('is mailed to the admin at the fifth time: %s', async (key, task, getPort) => {
    const port: { listSince: unknown } = getPort()
    const { listSince } = port
    port.listSince = () => {
      throw new PaymentsUnavailable('refused with 403')
    }
    for (let run = 0; run < 5; run++) await at.runTask(task)
    expect(await listFailing()).toEqual([{ kind: 'list', key, attempts: 5 }])
    await at.runTask('send-money-alarms')
    expect(await listSubjects(database)).toEqual(['Payments keep failing: 1 of the kind "list"'])

    port.listSince = listSince
    await at.runTask(task)
    expect(await listFailing()).toEqual([])
  })
})

describe('a refund or dispute that is not final', () => {
  const withoutLists = () => {
    at.payments.refunds.listSince = async function* () {}
    at.payments.disputes.listSince = async function* () {}
  }

  it('is asked for after 100 days, when no list contains it', async () => {
    const refund = at.provider.addRefund(await at.donate('one@example.com'))
    const dispute = at.provider.addDispute(await at.donate('two@example.com'))
    await at.runTask('reconcile-reversals')
    expect(await countRaised()).toBe(10_000_00)

    withoutLists()
    at.pass(100 * dayMs)
    at.provider.updateRefund(refund.refundId, { status: 'processed' })
    const lost = { status: 'resolved', resolution: 'auto-accepted' }
    at.provider.updateDispute(dispute.disputeId, lost)
    await at.runTask('reconcile-reversals')
    expect(await countRaised()).toBe(0)
  })
})
