import type { Database, Queries } from '#server/database/database.ts'

import { queueDelivery } from './deliveries.ts'
import type { Faults } from './faults.ts'
import { after, type Periods } from './periods.ts'
import { refundEvent } from './refund-data.ts'
import { dueRefunds, findRefund, saveRefund, type Refund } from './refunds.ts'
import { restate } from './returned.ts'
import { lockByReference, type Transaction } from './transactions.ts'

export type MoveParts = {
  database: Database
  now: () => Date
  periods: Periods
  faults: () => Faults
}

/** Moves every refund whose time has come by one state. Answers how many there were. */
export async function moveRefunds(parts: MoveParts): Promise<number> {
  const due = await dueRefunds(parts.database, parts.now())
  for (const { id, reference } of due)
    await parts.database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      const refund = await findRefund(queries, id)
      // Another process may have been here while we waited for the lock.
      if (!transaction || !refund?.moves_at || refund.moves_at > parts.now()) return
      await moved(queries, parts, { transaction, refund: nextState(refund, transaction, parts) })
    })
  return due.length
}

/** Writes a refund's new state and what follows from it: the payment's own state, and a webhook. */
export async function moved(
  queries: Queries,
  { now, faults }: MoveParts,
  { transaction, refund }: { transaction: Transaction; refund: Refund },
): Promise<void> {
  await saveRefund(queries, refund, now())
  await restate(queries, transaction)
  await queueRefundEvent(queries, { transaction, refund, faults: faults(), now: now() })
}

export function queueRefundEvent(
  queries: Queries,
  parts: { transaction: Transaction; refund: Refund; faults: Faults; now: Date },
): Promise<void> {
  const { transaction, refund, faults, now } = parts
  const data = refundEvent(refund, transaction, faults.shapes.isRefundAmountText)
  const event = `refund.${refund.status}`
  return queueDelivery(queries, { event, reference: transaction.reference, data }, now)
}

function nextState(
  refund: Refund,
  { paid_with }: Transaction,
  { now, periods }: MoveParts,
): Refund {
  if (refund.status === 'pending')
    return { ...refund, status: 'processing', moves_at: after(now(), periods.refundProcessingMs) }
  const ended = { ...refund, moves_at: null }
  if (paid_with?.card === 'refund-fails') return { ...ended, status: 'failed' }
  // Money that goes to an account of the donor's choice does not need the card any more.
  if (paid_with?.card === 'refund-needs-attention' && !refund.account)
    return { ...ended, status: 'needs-attention' }
  return { ...ended, status: 'processed', refunded_at: now() }
}
