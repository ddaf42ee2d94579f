import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import {
  PaymentsUnavailable,
  type RefundRefusal,
  type Refunds,
} from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { type MoneyApp, freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, dada, as } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, people } = await freshMoneyApp({ ada, admin: dada })
const { admin } = people

type Options = {
  naira?: number
  role?: 'owner' | 'admin' | 'donor'
  app?: Pick<MoneyApp, 'refunds'>
}

const request = (
  { campaignId, id }: { campaignId: string; id: string },
  { naira, role = 'owner', app = at }: Options = {},
) =>
  app.refunds.requestRefund({
    donation: { campaignId, id },
    form: { reason: 'A mistake', ...(naira !== undefined && { amount: kobo(naira * 100) }) },
    idempotencyKey: randomUUID(),
    by: { role, uid: role === 'owner' ? ada.uid : null },
  })

const sendRefunds = () => sendDueRefunds(database, at)

async function listAtProvider() {
  const refunds = []
  for await (const refund of at.payments.refunds.listSince(new Date(0))) refunds.push(refund)
  return refunds
}

async function report(change: { status: string }) {
  for (const { refundId, status } of await listAtProvider())
    if (status !== 'failed') at.provider.updateRefund(refundId, change)
  at.pass(1_000)
  await at.runTask('reconcile-reversals')
}

const replaceCreate = (create: (real: Refunds['create']) => Refunds['create']) => {
  const { create: real } = at.payments.refunds
  at.payments.refunds.create = create(real)
  return () => void (at.payments.refunds.create = real)
}
const refuse = (reason: RefundRefusal) =>
  replaceCreate(() => async () => ({ kind: 'refused', reason, message: `It is ${reason}` }))

const findSubjects = async () => {
  const rows = await database.rows(
    z.object({ subject: z.string() }),
    sql`select subject from mail_outbox order by created_at, id`,
  )
  return rows.map(({ subject }) => subject)
}

describe('a refund whose answer is late', () => {
  it('is sent once for each of 14 requests while the provider is slow, leases end and clocks differ by 10 minutes', async () => {
    const donation = await payDonation(at)
    let calls = 0
    let letThrough = () => {}
    const isOpen = new Promise<void>((resolve) => (letThrough = resolve))
    replaceCreate((real) => async (form) => {
      calls += 1
      await isOpen
      return real(form)
    })
    const other = await at.openAnother({ now: () => new Date(at.clock.now.getTime() + 600_000) })
    const requests = Array.from({ length: 14 }, (_, index) =>
      request(donation, { naira: 100, role: 'admin', app: index % 2 === 0 ? at : other }),
    )
    await expect.poll(() => calls).toBe(1)
    await expireLeases()
    const runs = [at.runTask('send-refunds'), runRefunds(other)]
    await Promise.all(runs)
    expect(calls).toBe(1)
    letThrough()
    await Promise.all(requests)

    for (let turn = 0; turn < 14; turn++) await sendRefunds()
    expect(await listRefunds(database)).toEqual(
      Array.from({ length: 14 }, () => ({ state: 'known', problem: null, attempts: 1 })),
    )
    expect(await listAtProvider()).toHaveLength(14)
  })

  it('does not change what another process has learnt since', async () => {
    const donation = await payDonation(at)
    let letThrough = () => {}
    const isOpen = new Promise<void>((resolve) => (letThrough = resolve))
    let calls = 0
    const restore = replaceCreate(() => async () => {
      calls += 1
      await isOpen
      return { kind: 'refused', reason: 'insufficient-balance', message: 'Too low' }
    })
    const late = request(donation)
    await expect.poll(() => calls).toBe(1)
    restore()
    await sendRefunds()
    await sendRefunds()
    expect(await listRefunds(database)).toEqual([{ state: 'known', problem: null, attempts: 2 }])

    letThrough()
    await late
    expect(await listRefunds(database)).toEqual([{ state: 'known', problem: null, attempts: 2 }])
    expect(await listAtProvider()).toHaveLength(1)
  })

  it('is not sent again before the provider’s lists had time to show it', async () => {
    const donation = await payDonation(at)
    const restore = replaceCreate(() => async () => {
      throw new PaymentsUnavailable('timed out')
    })
    await request(donation)
    restore()
    for (let turn = 0; turn < 3; turn++) {
      await expireLeases()
      await at.runTask('send-refunds')
    }
    expect(await listAtProvider()).toEqual([])
    expect(await listRefunds(database)).toMatchObject([{ state: 'sent', attempts: 1 }])
    await sendRefunds()
    expect(await listAtProvider()).toHaveLength(1)
  })
})

describe('a refund that the provider refuses', () => {
  it('waits and is sent again when the balance is too low', async () => {
    const donation = await payDonation(at)
    const restore = refuse('insufficient-balance')
    expect(await request(donation)).toMatchObject({
      kind: 'requested',
      refund: { state: 'waiting' },
    })
    for (let turn = 0; turn < 8; turn++) await sendRefunds()
    expect(await listRefunds(database)).toEqual([
      { state: 'requested', problem: 'insufficient-balance', attempts: 9 },
    ])
    const alarms = (await findSubjects()).filter((subject) => subject.includes('wait for balance'))
    expect(alarms).toHaveLength(1)
    restore()
    await sendRefunds()
    expect(await listRefunds(database)).toMatchObject([{ state: 'known' }])
  })

  it.each(['too-small', 'not-found', 'already-returned', 'other'] as const)(
    'is given up with a reason on the admin’s list, and can be tried again there: %s',
    async (reason) => {
      const donation = await payDonation(at)
      const restore = refuse(reason)
      expect(await request(donation)).toEqual({ kind: 'refused', message: `It is ${reason}` })
      const list = async () =>
        (await (await as(at.app, admin)('/api/admin/refunds')).json()) as {
          refunds: { id: string; problem: string; canRetry: boolean }[]
        }
      const problem = reason === 'other' ? 'refused' : reason
      const [refund] = (await list()).refunds
      expect(refund).toMatchObject({ state: 'given-up', problem, canRetry: true, nextAt: null })

      restore()
      const retried = await as(at.app, admin)(`/api/admin/refunds/${refund?.id}/retry`, {
        method: 'POST',
        body: { reason: 'The donor called' },
      })
      expect(retried.status).toBe(204)
      await sendRefunds()
      expect(await listRefunds(database)).toMatchObject([{ state: 'known', problem: null }])
    },
  )
})

describe('a refund at the provider', () => {
  it('is sent again when it fails, and given up after five failures with a mail to the donor', async () => {
    await request(await payDonation(at))
    for (let turn = 0; turn < 5; turn++) {
      await report({ status: 'failed' })
      await at.runTask('send-refunds')
      expect(await listRefunds(database)).toMatchObject([{ state: 'failed' }])
      await sendRefunds()
    }
    expect(await listRefunds(database)).toEqual([
      { state: 'given-up', problem: 'failed-at-provider', attempts: 5 },
    ])
    expect(await listAtProvider()).toHaveLength(5)
    expect(await findSubjects()).toContain('We could not make your refund: ₦5,000.00')
  })

  it('is watched without an age limit, and booked and mailed when it is done', async () => {
    await request(await payDonation(at))
    at.pass(200 * 24 * 3_600_000)
    const [refund] = await listAtProvider()
    at.provider.updateRefund(refund?.refundId ?? 0, { status: 'processed' })
    await sendRefunds()
    await sendRefunds()
    expect(await listRefunds(database)).toMatchObject([{ state: 'processed' }])
    expect(await findSubjects()).toContain('Your refund was made: ₦5,000.00')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is sent again when it fails after it was processed', async () => {
    await request(await payDonation(at))
    await report({ status: 'processed' })
    await at.runTask('send-refunds')
    await report({ status: 'failed' })
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([{ state: 'failed' }])
    await sendRefunds()
    expect(await listAtProvider()).toHaveLength(2)
  })

  it('is of the payment that was charged when its reference was paid twice', async () => {
    const donation = await payDonation(at)
    const charged = (await at.payments.verify(donation.reference))?.transactionId ?? 0
    at.provider.pay(donation.reference, { transactionId: charged + 1 })
    await at.donations.verifyPayment(donation.reference, 'webhook')

    await request(donation)

    expect(await listAtProvider()).toMatchObject([{ transactionId: charged }])
  })

  it('does not stop the others when it cannot be read', async () => {
    const [first, second] = [await payDonation(at), await payDonation(at)]
    at.provider.setDown(true)
    await request(first)
    await request(second)
    at.provider.setDown(false)
    await database.run(
      sql`update refund set mode = mode, refund_id = null, state = 'requested', problem = null, attempts = 0`,
    )
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (form) => {
      const payment = await at.payments.verify(first.reference)
      if (form.transactionId === payment?.transactionId) throw new TypeError('a bad row')
      return create(form)
    }
    for (let turn = 0; turn < 3; turn++) await sendRefunds()
    expect((await listAtProvider()).map(({ reference }) => reference)).toEqual([second.reference])
  })
})

async function expireLeases() {
  await database.run(sql`
    update refund set lease_until = lease_until - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 day'
    where next_attempt_at is not null`)
  await database.run(sql`update refund_pace set run_until = now() - interval '1 hour'`)
}

async function runRefunds({ tasks }: Pick<MoneyApp, 'tasks'>) {
  await tasks.find(({ name }) => name === 'send-refunds')?.run({})
}
