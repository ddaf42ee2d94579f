import type { Queries } from '#server/database/database.ts'

import type { Faults } from '../faults/faults.ts'
import { loadTransactionResponses } from '../responses/transaction-response.ts'
import {
  findDueTransfers,
  lockByReference,
  saveTransaction,
  type Transaction,
} from '../state/transactions.ts'
import { queueDelivery } from '../webhooks/delivery-queue.ts'
import { payTransfer } from './charge.ts'
import { advanceDisputes } from './dispute-lifecycle.ts'
import { advanceRefunds, type LifecycleDeps } from './refund-lifecycle.ts'

/** Completes transfers and advances refunds and disputes that are due by the given clock. Returns how many were due. */
export async function processDue(deps: LifecycleDeps): Promise<number> {
  const transfers = await completeTransfers(deps)
  return transfers + (await advanceRefunds(deps)) + (await advanceDisputes(deps))
}

async function completeTransfers({ database, now, faults }: LifecycleDeps): Promise<number> {
  const transfers = await findDueTransfers(database, now())
  for (const { reference } of transfers)
    await database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      if (!transaction?.settles_at || transaction.settles_at > now()) return
      const paid = payTransfer(transaction, now())
      await saveTransaction(queries, paid)
      await queueChargeEvent(queries, paid, { faults: faults(), now: now() })
    })
  return transfers.length
}

/** Queues `charge.success` for a payment that succeeded. */
export async function queueChargeEvent(
  queries: Queries,
  transaction: Transaction,
  { faults, now }: { faults: Faults; now: Date },
): Promise<void> {
  const { reference } = transaction
  // The provider's webhooks say 0 where a payment has no metadata.
  const shown = { ...transaction, metadata: transaction.metadata ?? 0 }
  const [data] = await loadTransactionResponses(queries, [shown], faults)
  await queueDelivery(queries, { event: 'charge.success', reference, data }, now)
}
