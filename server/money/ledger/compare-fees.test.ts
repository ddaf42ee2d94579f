import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'
import { paystackAt } from '#test/support/providers/paystack.ts'

import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { ledgerTasks, openLedger } from './ledger.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'
import { splitPayments } from '#packages/paystack-sandbox/test/split-payments.ts'
import { standingSandboxOn } from '#packages/paystack-sandbox/test/standing-sandbox.ts'

const { clock, database, pass, pay, sandbox } = await standingSandboxOn(await testDatabase())
const { addSubAccount, paySplit } = splitPayments(sandbox)
const dayMs = 86_400_000

const payments = paystackAt(sandbox)
const ledger = openLedger({ database, payments, now: () => clock.now })

const rowSchema = z.object({
  key: z.string(),
  ours: z.string(),
  theirs: z.string(),
  state: z.string(),
})
const listRows = () =>
  database.rows(
    rowSchema,
    sql`select key, ours, theirs, state from ledger_difference where kind = 'fee-off-rule' order by key`,
  )

const cardFromAbroad = { ...cards.pays, country: 'US' }

async function payAll() {
  const { code } = await addSubAccount()
  await paySplit('ajo-1', code)
  await paySplit('ajo-2', code)
  await pay('ajo-3', cardFromAbroad)
}

it('finds nothing where every fee is the published one', async () => {
  await payAll()
  await pass(dayMs)
  expect(await ledger.compareFees()).toBe(0)
  expect(await listRows()).toEqual([])
})

it('opens one difference for each channel and card origin, and resolves it when the fees agree again', async () => {
  await payAll()
  await sandbox.correctFee('ajo-1', 20_000)
  await sandbox.correctFee('ajo-2', 20_000)
  await sandbox.correctFee('ajo-3', 1_000)
  await pass(dayMs)
  expect(await ledger.compareFees()).toBe(2)
  const found = [
    { key: 'card international', ours: '29500 to 32500 for 1 payment', theirs: '1000' },
    { key: 'card local', ours: '35000 for 2 payments', theirs: '40000' },
  ]
  expect(await listRows()).toEqual(found.map((row) => ({ ...row, state: 'open' })))

  for (const reference of ['ajo-1', 'ajo-2']) await sandbox.correctFee(reference, 17_500)
  await sandbox.correctFee('ajo-3', 29_500)
  await pass(7 * dayMs)
  expect(await ledger.compareFees()).toBe(0)
  expect((await listRows()).map(({ state }) => state)).toEqual(['resolved', 'resolved'])
})

it('is tried again by its job after an outage, because the next run compares another day', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const transparency = { checkLog: () => Promise.reject(new Error('not called')) }
  const task = ledgerTasks({ ledger, transparency, log }).find(
    ({ name }) => name === 'compare-fees',
  )
  sandbox.faults.set({ api: [{ path: '/transaction', status: 500 }] })
  await expect(task?.run({})).rejects.toThrow(PaymentsUnavailable)
})

it('is no violation of the ledger', async () => {
  await payAll()
  await sandbox.correctFee('ajo-1', 20_000)
  await pass(dayMs)
  await ledger.compareFees()
  expect((await ledger.compareWithProvider()).findings).toEqual([])
})

it('leaves out payments whose fee is not reported yet', async () => {
  sandbox.faults.set({ behaviour: { areFeesLate: true } })
  clock.now = new Date('2026-12-20T23:50:00Z')
  await payAll()
  await pass(20 * 60_000)
  expect(await ledger.compareFees()).toBe(0)
})
