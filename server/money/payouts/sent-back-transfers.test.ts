import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada } from '#test/support/people/people.ts'
import { refundAtProvider } from '#test/support/money/refunds.ts'
import { openTransferWorld } from '#test/support/money/transfer-world.ts'

import { findQuarantined, resolvePayment } from '../../staff/admin/quarantine.ts'
import { sql } from '../../platform/database/sql.ts'

const { database, empty } = await testDatabase()
beforeEach(empty)
const dayMs = 86_400_000

it('a settlement that is smaller by a doubled transfer that was sent back has no difference, and neither has the next refund', async () => {
  const at = await openTransferWorld(database)
  at.sandbox.faults.set({ behaviour: { refundDebits: 'subaccount' } })
  const pass = async () => {
    at.clock.now = new Date(at.clock.now.getTime() + dayMs)
    await at.sandbox.processDue()
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()
  }
  const settle = async () => {
    await at.sandbox.settle()
    await at.reconcileSettlements()
  }
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await pass()
  await settle()
  await sendBack(at)
  const { reference } = await at.send({ amount: 20_000_00, sessionId: '000124' })
  await pass()
  await pass()
  await settle()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])

  await refundAtProvider(at.payments, reference, 3_000_00)
  await at.send({ amount: 9_000_00, sessionId: '000125' })
  await pass()
  await pass()
  await settle()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

it('a doubled transfer whose refund failed after it was deducted, and was made again, has no finding', async () => {
  const at = await openTransferWorld(database)
  const pass = async () => {
    await at.bookMainDeductions()
    at.clock.now = new Date(at.clock.now.getTime() + dayMs)
    await at.sandbox.processDue()
    await at.donations.reconcilePayments()
    await at.ledger.reconcileReversals()
    await at.bookMainDeductions()
  }
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await at.send({ amount: 5_000_00, sessionId: '000123' })
  await pass()
  at.sandbox.faults.set({ behaviour: { refundDebits: 'main', refundEnd: 'failed' } })
  await sendBack(at)
  await pass()
  await pass()
  expect(await listStates()).toEqual([{ state: 'open', failed: 1 }])
  at.sandbox.faults.set({ behaviour: { refundDebits: 'main' } })
  await sendBack(at)
  await pass()
  await pass()
  expect(await listStates()).toEqual([{ state: 'refunded', failed: 1 }])
  at.clock.now = new Date(at.clock.now.getTime() + 10 * dayMs)
  await at.bookMainDeductions()
  await at.ledger.compareWithProvider()
  expect(await listDifferences()).toEqual([])
  expect((await at.ledger.checkLedger()).findings).toEqual([])
})

const listStates = () =>
  database.rows(
    z.object({ state: z.string(), failed: z.int() }),
    sql`select state, (select count(*)::integer from provider_refund where status = 'failed') as failed from quarantined_payment`,
  )

async function sendBack(at: Awaited<ReturnType<typeof openTransferWorld>>) {
  const found = await database.row(
    z.object({ id: z.string() }),
    sql`select id from quarantined_payment`,
  )
  const row = await findQuarantined(at.deps, found?.id ?? '')
  if (!row) throw new Error('nothing is quarantined')
  const outbox = { enqueue: async () => {} }
  const open = { exposures: withoutCaps(at.deps), secondPersonAbove: kobo(1e15) }
  const deps = { ...at.deps, ...open, donations: at.donations, outbox }
  await resolvePayment(deps, row, { resolution: 'refund', uid: ada.uid, reason: 'Sent twice' })
}

/** But for the transfer that was paid out although it was not counted, which an admin has decided about. */
const listDifferences = () =>
  database.rows(
    z.object({ scope: z.string(), kind: z.string(), key: z.string() }),
    sql`select scope, kind, key from ledger_difference where state = 'open' and kind like 'deduction-%'`,
  )
