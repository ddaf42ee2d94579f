import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'

const { at, database, owner } = await freshLedger()
const dayMs = 86_400_000

async function compare() {
  at.pass(2 * dayMs)
  const { findings } = await at.ledger.compareWithProvider()
  return findings.map(({ name, ours, theirs }) => [name, ours, theirs])
}

/** The owner of the database changes what the application cannot. */
const change = (statement: string) => owner.pool.query(statement)

const listStates = () =>
  database.rows(
    z.object({ kind: z.string(), state: z.string() }),
    sql`select kind, state from ledger_difference order by kind`,
  )

describe('the comparison with the provider', () => {
  it('finds nothing with paid, unpaid, quarantined, refunded and disputed donations', async () => {
    await at.donate()
    await at.start()
    at.provider.pay(await at.start(), { subAccountCode: 'ACCT_of_a_thief_001' })
    const lost = { status: 'resolved', resolution: 'auto-accepted' }
    at.provider.addDispute(await at.donate('two@example.com'), lost)
    at.provider.addDispute(await at.donate('three@example.com'))
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()

    expect(await compare()).toEqual([])
  })

  it('finds the refund of a second payment of a reference as one without a request, and no missing entry', async () => {
    const reference = await at.donate()
    const first = at.provider.updatePayment(reference, {})
    const transactionId = first.transactionId + 1
    at.provider.updatePayment(reference, { transactionId })
    at.pass(1)
    await at.donations.verifyPayment(reference, 'webhook')
    at.provider.updatePayment(reference, first)
    at.provider.addRefund(reference, { transactionId, status: 'processed' })
    await at.ledger.reconcileReversals()

    expect((await compare()).map(([name]) => name)).toEqual(['refund-without-request'])
  })

  it.each([
    [
      'a payment that is not booked',
      'payment-without-entry',
      async () => void at.provider.pay(await at.start()),
    ],
    [
      'an entry whose payment the provider does not know',
      'entry-without-payment',
      async () => {
        const { verify } = at.payments
        const forged = await at.donate()
        at.payments.listSince = async function* () {}
        at.payments.verify = async (reference) =>
          reference === forged ? undefined : verify(reference)
      },
    ],
    [
      'an entry whose payment has failed',
      'entry-without-payment',
      async () => void at.provider.updatePayment(await at.donate(), { status: 'failed' }),
    ],
    [
      'another amount',
      'payment-differs',
      async () => void at.provider.updatePayment(await at.donate(), { amount: kobo(6_000_00) }),
    ],
    [
      'another mode',
      'payment-differs',
      async () => void at.provider.updatePayment(await at.donate(), { mode: 'test' }),
    ],
    [
      'another fee',
      'fee-differs',
      async () => void at.provider.updatePayment(await at.donate(), { fees: kobo(80_00) }),
    ],
    [
      'a processed refund that is not booked',
      'refund-without-entry',
      async () => {
        const reference = await at.donate()
        const refund = at.provider.addRefund(reference)
        const report = { source: 'sweep' as const, askedAt: at.clock.now }
        await at.ledger.applyRefund({ refund, ...report })
        at.provider.updateRefund(refund.refundId, { status: 'processed' })
      },
    ],
    [
      'a booked refund that the provider reports as failed',
      'entry-without-refund',
      async () => {
        const { refundId } = at.provider.addRefund(await at.donate(), { status: 'processed' })
        await at.ledger.reconcileReversals()
        at.provider.updateRefund(refundId, { status: 'failed' })
      },
    ],
    [
      'a booked refund that the provider does not know',
      'entry-without-refund',
      async () => {
        at.provider.addRefund(await at.donate(), { status: 'processed' })
        await at.ledger.reconcileReversals()
        at.payments.refunds.listSince = async function* () {}
        at.payments.refunds.find = async () => undefined
      },
    ],
    [
      'a refund that nobody requested on Ajo',
      'refund-without-request',
      async () => void at.provider.addRefund(await at.donate(), { status: 'pending' }),
    ],
    [
      'a lost dispute that is not booked',
      'dispute-without-entry',
      async () => {
        const { disputeId } = at.provider.addDispute(await at.donate())
        await at.ledger.reconcileReversals()
        const lost = { status: 'resolved', resolution: 'auto-accepted' }
        at.provider.updateDispute(disputeId, lost)
      },
    ],
    [
      'a booked dispute that was won',
      'entry-without-dispute',
      async () => {
        const lost = { status: 'resolved', resolution: 'auto-accepted' }
        const { disputeId } = at.provider.addDispute(await at.donate(), lost)
        await at.ledger.reconcileReversals()
        at.provider.updateDispute(disputeId, { resolution: 'declined' })
      },
    ],
    [
      'a row that cannot be parsed',
      'unreadable-row',
      async () => {
        const reference = await at.donate()
        const { listSince } = at.payments
        at.payments.listSince = async function* (from, options) {
          if (from.toISOString().startsWith('2026-05-01'))
            options?.onUnreadable?.({ list: 'transaction', key: '6', reason: 'no domain' })
          for await (const payment of listSince(from, options))
            if (payment.reference !== reference) yield payment
        }
      },
    ],
  ])('finds %s', async (_what, kind, prepare) => {
    await at.donate('another@example.com')
    await prepare()
    expect((await compare()).map(([name]) => name)).toContain(kind)
  })

  it('compares each day of the last 40 every night, and finds a deleted donation of a year ago within 30 days', async () => {
    const reference = await at.donate()
    at.pass(365 * dayMs)
    expect(await at.ledger.compareWithProvider()).toMatchObject({ checks: 366, findings: [] })
    expect((await at.ledger.compareWithProvider()).checks).toBe(0)
    at.pass(dayMs)
    expect((await at.ledger.compareWithProvider()).checks).toBe(40)
    await change(`
      begin; set session_replication_role = replica;
      delete from ledger_entry; delete from provider_payment; delete from provider_transaction; delete from donation;
      delete from donation_reference; commit; set session_replication_role = origin`)
    at.pass(29 * dayMs)
    at.provider.updatePayment(reference, {})
    expect(await compare()).toEqual([['payment-without-entry', null, '500000 success']])
  })

  it('goes on with the other days when the list of one day fails, and compares that day later', async () => {
    at.provider.pay(await at.start())
    const { listSince } = at.payments
    at.payments.listSince = async function* (from, options) {
      if (from.toISOString().startsWith('2026-05-01')) throw new PaymentsUnavailable('no response')
      yield* listSince(from, options)
    }
    at.pass(3 * dayMs)
    expect(await at.ledger.compareWithProvider()).toMatchObject({ checks: 3, findings: [] })

    at.payments.listSince = listSince
    at.pass(120_000)
    expect(await at.ledger.compareWithProvider()).toMatchObject({
      checks: 1,
      findings: [{ name: 'payment-without-entry' }],
    })
  })

  it('resolves a difference that is gone, and opens it again when it comes back', async () => {
    const reference = await at.donate()
    at.provider.updatePayment(reference, { fees: kobo(80_00) })
    await compare()
    expect(await listStates()).toEqual([{ kind: 'fee-differs', state: 'open' }])

    at.provider.updatePayment(reference, { fees: kobo(75_00) })
    await compare()
    expect(await listStates()).toEqual([{ kind: 'fee-differs', state: 'resolved' }])

    at.provider.updatePayment(reference, { fees: kobo(90_00) })
    await compare()
    expect(await listStates()).toEqual([{ kind: 'fee-differs', state: 'open' }])
  })
})

const movedAt = new Date('2026-05-02T11:00:00Z')

const dateBack = (kind: string, stored: string) =>
  owner.pool.query(`
    begin; set local session_replication_role = replica;
    update ledger_entry set effective_at = effective_at - interval '1 year' where kind = '${kind}'; ${stored}; commit`)

async function listDated() {
  at.pass(2 * dayMs)
  const { findings } = await at.ledger.compareWithProvider()
  return findings.filter(({ name }) => name === 'date-differs')
}

const dated = { ours: '2025-05-02T11:00:00.000Z', theirs: '2026-05-02T11:00:00.000Z' }

it('finds a refund and a lost dispute that were dated back with the stored answers about them', async () => {
  at.provider.addRefund(await at.donate(), { status: 'processed', refundedAt: movedAt })
  const lost = { status: 'resolved', resolution: 'auto-accepted', resolvedAt: movedAt }
  at.provider.addDispute(await at.donate('two@example.com'), lost)
  await at.ledger.reconcileReversals()
  expect(await listDated()).toEqual([])
  await dateBack('refund', `update provider_refund set refunded_at = '2025-05-02T11:00:00Z'`)
  await dateBack('chargeback', `update provider_dispute set resolved_at = '2025-05-02T11:00:00Z'`)
  expect(await listDated()).toMatchObject([dated, dated])
})

it('finds nothing in a refund whose date the provider reports after it was booked', async () => {
  const { refundId } = at.provider.addRefund(await at.donate(), { status: 'processed' })
  await at.ledger.reconcileReversals()
  at.provider.updateRefund(refundId, { refundedAt: new Date('2026-05-06T10:00:00Z') })
  expect(await listDated()).toEqual([])
})
