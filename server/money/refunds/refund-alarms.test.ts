import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import { listSubjects } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { ada, as, dada } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, people } = await freshMoneyApp({ ada, admin: dada })
const { admin } = people

async function requestRefund(role: 'owner' | 'admin' | 'donor' = 'owner') {
  const donation = await payDonation(at)
  const by = { role, uid: role === 'donor' ? null : ada.uid }
  const form = { reason: 'A mistake' }
  return at.refunds.requestRefund({ donation, form, idempotencyKey: randomUUID(), by })
}

const sendRefunds = () => sendDueRefunds(database, at)

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
