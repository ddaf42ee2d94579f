import type { Database, Queries } from '#server/database/database.ts'

import type { Faults } from '../faults/faults.ts'
import { toRefundEvent } from '../responses/refund-response.ts'
import { findDueRefunds, findRefund, saveRefund, type Refund } from '../state/refunds.ts'
import { lockByReference, type Transaction } from '../state/transactions.ts'
import { queueDelivery } from '../webhooks/delivery-queue.ts'
import { addMs, type Periods } from './periods.ts'
import { updateReversalStatus } from './reversals.ts'

export type LifecycleDeps = {
  database: Database
  now: () => Date
  periods: Periods
  faults: () => Faults
}

/** Advances every due refund by one status. Returns how many were due. */
export async function advanceRefunds(deps: LifecycleDeps): Promise<number> {
  const refunds = await findDueRefunds(deps.database, deps.now())
  for (const { id, reference } of refunds)
    await deps.database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      const refund = await findRefund(queries, id)
      // Another process may have advanced it while this one waited for the lock.
      if (!transaction || !refund?.moves_at || refund.moves_at > deps.now()) return
      const next = nextStatus(refund, transaction, deps)
      await applyRefundState(queries, deps, { transaction, refund: next })
    })
  return refunds.length
}

/** Saves a refund's new status, updates the status of its payment and queues the webhook. */
export async function applyRefundState(
  queries: Queries,
  { now, faults }: LifecycleDeps,
  { transaction, refund }: { transaction: Transaction; refund: Refund },
): Promise<void> {
  await saveRefund(queries, refund, now())
  await updateReversalStatus(queries, transaction)
  await queueRefundEvent(queries, { transaction, refund, faults: faults(), now: now() })
}

export function queueRefundEvent(
  queries: Queries,
  change: { transaction: Transaction; refund: Refund; faults: Faults; now: Date },
): Promise<void> {
  const { transaction, refund, faults, now } = change
  const data = toRefundEvent(refund, transaction, faults.shapes.isRefundAmountText)
  const event = `refund.${refund.status}`
  return queueDelivery(queries, { event, reference: transaction.reference, data }, now)
}

function nextStatus(
  refund: Refund,
  { paid_with }: Transaction,
  { now, periods }: LifecycleDeps,
): Refund {
  if (refund.status === 'pending')
    return { ...refund, status: 'processing', moves_at: addMs(now(), periods.refundProcessingMs) }
  const ended = { ...refund, moves_at: null }
  if (paid_with?.card === 'refund-fails') return { ...ended, status: 'failed' }
  // A refund to a bank account that the donor named no longer depends on the card.
  if (paid_with?.card === 'refund-needs-attention' && !refund.account)
    return { ...ended, status: 'needs-attention' }
  return { ...ended, status: 'processed', refunded_at: now() }
}
