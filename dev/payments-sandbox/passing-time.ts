import type { Queries } from '#server/database/database.ts'

import { dataOf } from './api-transactions.ts'
import { payTransfer } from './charge.ts'
import { queueDelivery } from './deliveries.ts'
import { moveDisputes } from './dispute-moves.ts'
import type { Faults } from './faults.ts'
import { moveRefunds, type MoveParts } from './refund-moves.ts'
import { dueTransfers, lockByReference, saveTransaction, type Transaction } from './transactions.ts'

/** Does everything whose time has come: transfers arrive, refunds move, disputes run out. Answers how much there was. */
export async function passTime(parts: MoveParts): Promise<number> {
  const transfers = await arriveTransfers(parts)
  return transfers + (await moveRefunds(parts)) + (await moveDisputes(parts))
}

async function arriveTransfers(parts: MoveParts): Promise<number> {
  const { database, now, faults } = parts
  const due = await dueTransfers(database, now())
  for (const { reference } of due)
    await database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      if (!transaction?.settles_at || transaction.settles_at > now()) return
      const paid = payTransfer(transaction, now())
      await saveTransaction(queries, paid)
      await queueCharge(queries, paid, { faults: faults(), now: now() })
    })
  return due.length
}

/** The webhook of a payment that succeeded. */
export async function queueCharge(
  queries: Queries,
  transaction: Transaction,
  { faults, now }: { faults: Faults; now: Date },
): Promise<void> {
  const { reference } = transaction
  // The provider's webhooks say 0 where a payment has no metadata.
  const shown = { ...transaction, metadata: transaction.metadata ?? 0 }
  const [data] = await dataOf(queries, [shown], faults)
  await queueDelivery(queries, { event: 'charge.success', reference, data }, now)
}
