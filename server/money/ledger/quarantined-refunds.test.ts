import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { testDatabase } from '#test/support/database/database.ts'
import { donationBy, testLedger } from '#test/support/money/ledger.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, owner } = await testDatabase()

it('opens a payment again whose refund failed, however many other refunds are pending for longer', async () => {
  const at = testLedger(database)
  await at.donations.startDonation(donationBy('donor@example.com'))
  const reference = at.provider.lastReference()
  at.provider.pay(reference)
  const { refundId } = at.provider.addRefund(reference, { status: 'failed' })
  await owner.pool.query(`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at, state, refund_id, refund_status, resolved_at)
    select gen_random_uuid(), 'sandbox', 'R' || number, number, 'amount', '{}', now() - make_interval(days => 300 - number), 'refunded',
      case number when 250 then ${refundId} else number end, 'pending', now()
    from generate_series(1, 250) as number`)
  await at.ledger.reconcileReversals()
  const open = await database.rows(
    z.object({ reference: z.string() }),
    sql`select reference from quarantined_payment where state = 'open'`,
  )
  expect(open).toEqual([{ reference: 'R250' }])
})
