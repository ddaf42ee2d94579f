import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { freshLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database } = await freshLedger()

async function listKinds() {
  const rows = await database.rows(
    z.object({ kind: z.string() }),
    sql`select kind from ledger_entry where kind <> 'charge' order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

function fail(): never {
  throw new PaymentsUnavailable('GET /refund: refused with 400')
}

it('books lost disputes while the list of refunds cannot be read, but no bank reversal that a refund may explain', async () => {
  const lost = { status: 'resolved', resolution: 'auto-accepted' }
  at.provider.addDispute(await at.donate('one@example.com'), lost)
  const reversed = await at.donate('two@example.com')
  at.provider.updatePayment(reversed, { status: 'reversed' })
  await at.donations.verifyPayment(reversed, 'webhook')
  at.pass(24 * 3_600_000)
  const { listSince } = at.payments.refunds

  at.payments.refunds.listSince = fail
  await expect(at.ledger.reconcileReversals()).rejects.toThrow(PaymentsUnavailable)
  expect(await listKinds()).toEqual(['chargeback'])

  at.payments.refunds.listSince = listSince
  await at.ledger.reconcileReversals()
  expect(await listKinds()).toEqual(['bank_reversal', 'chargeback'])
})
