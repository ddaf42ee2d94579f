import { findDueTransfers, lockByReference } from '../state/transactions.ts'
import { payTransfer } from './charge.ts'
import { collectDebits } from './debit-lifecycle.ts'
import { advanceDisputes } from './dispute-lifecycle.ts'
import { completePayment } from './payment.ts'
import type { LifecycleDeps } from './lifecycle-deps.ts'
import { advanceRefunds } from './refund-lifecycle.ts'
import { advanceSettlements } from './settlement-lifecycle.ts'
import { startSettlements } from './settlement-run.ts'

/**
 * Completes transfers and advances refunds, disputes and settlements that are due by the given clock. Returns how many transfers, refunds
 * and disputes were due.
 */
export async function processDue(deps: LifecycleDeps): Promise<number> {
  const transfers = await completeTransfers(deps)
  await collectDebits(deps)
  const moved = (await advanceRefunds(deps)) + (await advanceDisputes(deps))
  await advanceSettlements(deps)
  await startSettlements(deps)
  return transfers + moved
}

async function completeTransfers(deps: LifecycleDeps): Promise<number> {
  const { database, now } = deps
  const transfers = await findDueTransfers(database, now())
  for (const { reference } of transfers)
    await database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      if (!transaction?.settles_at || transaction.settles_at > now()) return
      await completePayment(queries, payTransfer(transaction, now()), deps)
    })
  return transfers.length
}
