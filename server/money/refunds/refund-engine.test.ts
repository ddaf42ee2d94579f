import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import {
  PaymentsUnavailable,
  type RefundRefusal,
  type Refunds,
} from '#server/providers/payments/payments.ts'
import { openRefundsSchema } from '#shared/admin.ts'
import { kobo } from '#shared/money.ts'
import { type MoneyApp, freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, dada, as } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'
import { listSubjects } from '#test/support/mail/mails.ts'

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

const requestNew = async (options?: Options) => request(await payDonation(at), options)

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

const stayUnanswered = () =>
  replaceCreate(() => async () => {
    throw new PaymentsUnavailable('timed out')
  })

/** The subjects of the mails to an address. */
const listMails = async (to: string) => (await listSubjects(database, to)).toSorted()
const listAlarms = async () => {
  const rows = await database.rows(
    z.object({ subject: z.string() }),
    sql`select subject from mail_outbox where subject like 'Ajo: %' order by subject`,
  )
  return rows.map(({ subject }) => subject)
}

const listOpen = async () => {
  const response = await as(at.app, admin)('/api/admin/refunds')
  return z.parse(openRefundsSchema, await response.json()).refunds
}
const listProblems = async () =>
  (await listOpen()).map(({ state, problem }) => ({ state, problem }))
const retry = async (refund: { id: string } | undefined) => {
  const body = { reason: 'The donor called' }
  const path = `/api/admin/refunds/${refund?.id}/retry`
  return (await as(at.app, admin)(path, { method: 'POST', body })).status
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
    const restore = stayUnanswered()
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
    const alarms = (await listAlarms()).filter((subject) => subject.includes('wait for balance'))
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
      const problem = reason === 'other' ? 'refused' : reason
      const [refund] = await listOpen()
      expect(refund).toMatchObject({ state: 'given-up', problem, canRetry: true, nextAt: null })

      restore()
      expect(await retry(refund)).toBe(204)
      await sendRefunds()
      expect(await listRefunds(database)).toMatchObject([{ state: 'known', problem: null }])
    },
  )
})

describe('a refund at the provider', () => {
  it('is sent again when it fails, and given up after five failures with a mail to the donor', async () => {
    await requestNew()
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
    expect(await listMails('donor@example.com')).toContain(
      'We could not make your refund: ₦5,000.00',
    )
  })

  it('is watched without an age limit, and booked and mailed when it is done', async () => {
    await requestNew()
    at.pass(200 * 24 * 3_600_000)
    const [refund] = await listAtProvider()
    at.provider.updateRefund(refund?.refundId ?? 0, { status: 'processed' })
    await sendRefunds()
    await sendRefunds()
    expect(await listRefunds(database)).toMatchObject([{ state: 'processed' }])
    expect(await listMails('donor@example.com')).toContain('Your refund was made: ₦5,000.00')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is sent again when it fails after it was processed', async () => {
    await requestNew()
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

/** The provider makes the refund, and its answer is lost. */
const loseAnswers = () =>
  replaceCreate((real) => async (form) => {
    await real(form)
    throw new PaymentsUnavailable('timed out')
  })

const reportRefunds = ({ reference }: { reference: string }) =>
  at.donations.verifyRefunds(reference, 'webhook')

async function cancel({ campaignId }: { campaignId: string }) {
  await database.run(sql`
    insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
    values (${campaignId}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${dada.uid}, 'It moved away', ${at.clock.now})`)
}

const sumAtProvider = async () =>
  (await listAtProvider())
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)

describe('a refund whose webhook is faster than the answer', () => {
  it('does not take the money of another part of the donation', async () => {
    const donation = await payDonation(at)
    const restore = loseAnswers()
    await request(donation, { naira: 3_000 })
    restore()
    await request(donation, { naira: 2_000 })
    await reportRefunds(donation)
    await database.run(sql`update refund set next_attempt_at = now() where state = 'requested'`)
    await at.runTask('send-refunds')
    for (let turn = 0; turn < 3; turn++) await sendRefunds()
    expect((await listRefunds(database)).map(({ state }) => state)).toEqual(['known', 'known'])
    expect(await sumAtProvider()).toBe(5_000_00)
  })

  it('stays processed when the answer to the call comes after the report', async () => {
    const donation = await payDonation(at)
    replaceCreate((real) => async (form) => {
      const response = await real(form)
      const [made] = await listAtProvider()
      at.provider.updateRefund(made?.refundId ?? 0, { status: 'processed' })
      at.pass(3_000)
      await reportRefunds(donation)
      at.pass(3_000)
      return response
    })
    await request(donation)
    await at.runTask('send-refunds')
    expect(await listRefunds(database)).toMatchObject([{ state: 'processed' }])
    const kinds = await database.rows(
      z.object({ kind: z.string() }),
      sql`select kind from ledger_entry where reversal_key is not null`,
    )
    expect(kinds).toEqual([{ kind: 'refund' }])
  })
})

describe('a refund that the provider lists without our note', () => {
  it.each([
    ['no note', null],
    ['a note that was cut off', 20],
  ])('is not sent twice when the answer is lost: %s', async (_, length) => {
    const donation = await payDonation(at)
    const restore = replaceCreate((real) => async (form) => {
      await real(form)
      const [made] = await listAtProvider()
      const merchantNote = length === null ? null : form.merchantNote.slice(0, length)
      at.provider.updateRefund(made?.refundId ?? 0, { merchantNote })
      throw new PaymentsUnavailable('timed out')
    })
    await request(donation, { naira: 1_000 })
    restore()
    for (let turn = 0; turn < 3; turn++) await sendRefunds()
    expect(await listAtProvider()).toHaveLength(1)
    expect(await listRefunds(database)).toMatchObject([{ state: 'known', attempts: 1 }])
  })
})

describe('a cancellation', () => {
  it('refunds what a lost dispute leaves', async () => {
    const donation = await payDonation(at)
    const dispute = at.provider.addDispute(donation.reference, { refundAmount: kobo(2_000_00) })
    await cancel(donation)
    await at.runTask('refund-cancelled-campaigns')
    await at.runTask('reconcile-reversals')
    await sendRefunds()
    expect(await listRefunds(database)).toMatchObject([{ state: 'held', problem: 'disputed' }])
    const lost = { status: 'resolved', resolution: 'auto-accepted' }
    at.provider.updateDispute(dispute.disputeId, lost)
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    for (let turn = 0; turn < 3; turn++) {
      await at.runTask('refund-cancelled-campaigns')
      await sendRefunds()
    }
    expect(await sumAtProvider()).toBe(3_000_00)
  })

  it('refunds what a refund on the provider’s pages leaves', async () => {
    const donation = await payDonation(at)
    await cancel(donation)
    replaceCreate((real) => async (form) => {
      if ((await sumAtProvider()) + form.amount <= 5_000_00) return real(form)
      return { kind: 'refused', reason: 'already-returned', message: 'Total refund amount' }
    })
    at.provider.addRefund(donation.reference, { amount: kobo(2_000_00) })
    await at.runTask('refund-cancelled-campaigns')
    for (let turn = 0; turn < 4; turn++) {
      await sendRefunds()
      await at.runTask('refund-cancelled-campaigns')
    }
    expect(await sumAtProvider()).toBe(5_000_00)
    expect((await listRefunds(database)).map(({ state }) => state)).toEqual(['known'])
  })
})

describe('a refund that an admin sends again', () => {
  it('is refused while another refund has its money, and neither is lost', async () => {
    const donation = await payDonation(at)
    const restore = refuse('not-found')
    await request(donation)
    restore()
    const stop = refuse('insufficient-balance')
    await request(donation)
    stop()
    const first = (await listOpen()).find(({ state }) => state === 'given-up')
    expect(await retry(first)).toBe(409)
    await sendRefunds()
    expect((await listRefunds(database)).map(({ state }) => state).toSorted()).toEqual([
      'given-up',
      'known',
    ])
    expect(await sumAtProvider()).toBe(5_000_00)
  })
})

/** The provider does not answer the first call. */
async function requestLate(role: 'owner' | 'admin' | 'donor') {
  const restore = stayUnanswered()
  const outcome = await requestNew({ role })
  restore()
  expect(outcome).toMatchObject({ kind: 'requested', refund: { state: 'waiting' } })
}

it('names a refund that the provider denies after three questions, alarms once, and asks on until it is shown', async () => {
  await requestNew()
  await requestNew()
  const { find, listForTransaction } = at.payments.refunds
  at.payments.refunds.find = async () => undefined
  at.payments.refunds.listForTransaction = async () => []
  for (let turn = 0; turn < 2; turn++) await sendRefunds()
  expect(await listProblems()).toEqual(Array(2).fill({ state: 'known', problem: null }))
  expect(await listAlarms()).toEqual([])

  for (let turn = 0; turn < 5; turn++) await sendRefunds()
  expect(await listProblems()).toEqual(
    Array(2).fill({ state: 'known', problem: 'missing-at-provider' }),
  )
  expect(await listAlarms()).toEqual([
    'Ajo: the payment provider denies a refund',
    'Ajo: the payment provider denies a refund',
  ])

  at.payments.refunds.find = find
  await sendRefunds()
  expect(await listProblems()).toEqual(Array(2).fill({ state: 'known', problem: null }))
  at.payments.refunds.find = async () => undefined
  at.payments.refunds.listForTransaction = listForTransaction
  for (let turn = 0; turn < 4; turn++) await sendRefunds()
  expect(await listProblems()).toEqual(Array(2).fill({ state: 'known', problem: null }))
})

it('tells the admin and the organiser of a refund that is given up after the organiser was answered', async () => {
  await requestLate('owner')
  await requestLate('owner')
  refuse('too-small')
  await sendRefunds()
  await sendRefunds()
  await sendRefunds()

  expect(await listRefunds(database)).toMatchObject([
    { state: 'given-up', problem: 'too-small' },
    { state: 'given-up', problem: 'too-small' },
  ])
  expect(await listAlarms()).toEqual(['Ajo: refunds were given up'])
  expect(await listMails(ada.email)).toEqual(
    Array(2).fill('A refund that you requested was not made: ₦5,000.00'),
  )
})

it('tells the organiser also where the money was refunded in another way, and no admin', async () => {
  await requestLate('owner')
  refuse('already-returned')
  await sendRefunds()
  await sendRefunds()

  expect(await listRefunds(database)).toMatchObject([
    { state: 'given-up', problem: 'already-returned' },
  ])
  expect(await listAlarms()).toEqual([])
  expect(await listMails(ada.email)).toHaveLength(1)
})

it('tells the donor and the admin where only a part of the money was refunded in another way', async () => {
  await requestLate('donor')
  at.provider.addRefund(at.provider.lastReference(), {
    amount: kobo(2_000_00),
    status: 'processed',
  })
  await at.runTask('reconcile-reversals')
  for (let turn = 0; turn < 3; turn++) await sendRefunds()

  expect(await listRefunds(database)).toMatchObject([
    { state: 'given-up', problem: 'already-returned' },
  ])
  expect(await listAlarms()).toEqual(['Ajo: refunds were given up'])
  expect(await listMails('donor@example.com')).toContainEqual(
    expect.stringContaining('We could not make your refund'),
  )
})

it('mails nobody about a refusal that was the answer to the organiser’s request', async () => {
  refuse('too-small')
  expect(await requestNew()).toMatchObject({ kind: 'refused' })

  expect(await listAlarms()).toEqual([])
  expect(await listMails(ada.email)).toEqual([])
})
