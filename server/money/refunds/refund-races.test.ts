import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { PaymentsUnavailable, type Refunds } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, dada, as } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'
import { listSubjects } from '#test/support/mail/mails.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, people } = await freshMoneyApp({ ada, admin: dada })
const { admin } = people

type Donation = { campaignId: string; id: string; reference: string }

const request = ({ campaignId, id }: Donation, naira?: number) =>
  at.refunds.requestRefund({
    donation: { campaignId, id },
    form: { reason: 'A mistake', ...(naira !== undefined && { amount: kobo(naira * 100) }) },
    idempotencyKey: randomUUID(),
    by: { role: 'owner', uid: ada.uid },
  })

const sendRefunds = () => sendDueRefunds(database, at)

async function listAtProvider() {
  const refunds = []
  for await (const refund of at.payments.refunds.listSince(new Date(0))) refunds.push(refund)
  return refunds
}

const replaceCreate = (create: (real: Refunds['create']) => Refunds['create']) => {
  const { create: real } = at.payments.refunds
  at.payments.refunds.create = create(real)
  return () => void (at.payments.refunds.create = real)
}
/** The provider makes the refund, and its answer is lost. */
const loseAnswers = () =>
  replaceCreate((real) => async (form) => {
    await real(form)
    throw new PaymentsUnavailable('timed out')
  })

const reportRefunds = ({ reference }: Donation) => at.donations.verifyRefunds(reference, 'webhook')

async function cancel({ campaignId }: Donation) {
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
    await request(donation, 3_000)
    restore()
    await request(donation, 2_000)
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
    await request(donation, 1_000)
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
    const restore = replaceCreate(() => async () => ({
      kind: 'refused',
      reason: 'not-found',
      message: 'Not found',
    }))
    await request(donation)
    restore()
    const stop = replaceCreate(() => async () => ({
      kind: 'refused',
      reason: 'insufficient-balance',
      message: 'Too low',
    }))
    await request(donation)
    stop()
    const { refunds } = (await (await as(at.app, admin)('/api/admin/refunds')).json()) as {
      refunds: { id: string; state: string }[]
    }
    const first = refunds.find(({ state }) => state === 'given-up')
    const retried = await as(at.app, admin)(`/api/admin/refunds/${first?.id}/retry`, {
      method: 'POST',
      body: { reason: 'The donor called' },
    })
    expect(retried.status).toBe(409)
    await sendRefunds()
    expect((await listRefunds(database)).map(({ state }) => state).toSorted()).toEqual([
      'given-up',
      'known',
    ])
    expect(await sumAtProvider()).toBe(5_000_00)
  })
})

async function requestRefund(role: 'owner' | 'admin' | 'donor' = 'owner') {
  const donation = await payDonation(at)
  const by = { role, uid: role === 'donor' ? null : ada.uid }
  const form = { reason: 'A mistake' }
  return at.refunds.requestRefund({ donation, form, idempotencyKey: randomUUID(), by })
}

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
  const { refunds } = (await response.json()) as { refunds: { state: string; problem: unknown }[] }
  return refunds.map(({ state, problem }) => ({ state, problem }))
}

const refuse = (reason: 'too-small' | 'already-returned') =>
  void (at.payments.refunds.create = async () => ({ kind: 'refused', reason, message: 'No' }))

/** The provider does not answer the first call. */
async function requestLate(role: 'owner' | 'admin' | 'donor') {
  const { create } = at.payments.refunds
  at.payments.refunds.create = async () => {
    throw new PaymentsUnavailable('timed out')
  }
  const outcome = await requestRefund(role)
  at.payments.refunds.create = create
  expect(outcome).toMatchObject({ kind: 'requested', refund: { state: 'waiting' } })
}

it('names a refund that the provider denies after three questions, alarms once, and asks on until it is shown', async () => {
  await requestRefund()
  await requestRefund()
  const { find, listForTransaction } = at.payments.refunds
  at.payments.refunds.find = async () => undefined
  at.payments.refunds.listForTransaction = async () => []
  for (let turn = 0; turn < 2; turn++) await sendRefunds()
  expect(await listOpen()).toEqual(Array(2).fill({ state: 'known', problem: null }))
  expect(await listAlarms()).toEqual([])

  for (let turn = 0; turn < 5; turn++) await sendRefunds()
  expect(await listOpen()).toEqual(
    Array(2).fill({ state: 'known', problem: 'missing-at-provider' }),
  )
  expect(await listAlarms()).toEqual([
    'Ajo: the payment provider denies a refund',
    'Ajo: the payment provider denies a refund',
  ])

  at.payments.refunds.find = find
  await sendRefunds()
  expect(await listOpen()).toEqual(Array(2).fill({ state: 'known', problem: null }))
  at.payments.refunds.find = async () => undefined
  at.payments.refunds.listForTransaction = listForTransaction
  for (let turn = 0; turn < 4; turn++) await sendRefunds()
  expect(await listOpen()).toEqual(Array(2).fill({ state: 'known', problem: null }))
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
  expect(await requestRefund()).toMatchObject({ kind: 'refused' })

  expect(await listAlarms()).toEqual([])
  expect(await listMails(ada.email)).toEqual([])
})
