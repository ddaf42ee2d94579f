import type { Queries } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import {
  toRefundEvent,
  findDueRefunds,
  findRefund,
  saveRefund,
  type Refund,
} from '../state/refunds.ts'
import { lockByReference, type Transaction } from '../state/transactions.ts'
import { queueDelivery } from '../webhooks/deliveries.ts'
import { findDebits, cancelDebits } from './debit-lifecycle.ts'
import { type LifecycleDeps, addMs } from './periods.ts'
import { updateReversalStatus } from './reversals.ts'

/** Advances every due refund by one status. Returns how many were due. */
export async function advanceRefunds(deps: LifecycleDeps): Promise<number> {
  const refunds = await findDueRefunds(deps.database, deps.now())
  for (const { id, reference } of refunds)
    await deps.database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      const refund = await findRefund(queries, id)
      // Another process may have advanced it while this one waited for the lock.
      if (!transaction || !refund?.moves_at || refund.moves_at > deps.now()) return
      const isUnpaid = (await findDebits(queries, 'Refund', id)).length === 0
      const next = nextStatus(refund, { transaction, isUnpaid }, deps)
      if (next.status === 'failed') await cancelDebits(queries, deps, 'Refund', id)
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
  await updateReversalStatus(queries, transaction, faults().behaviour)
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
  { transaction, isUnpaid }: { transaction: Transaction; isUnpaid: boolean },
  { now, periods, faults }: LifecycleDeps,
): Refund {
  const { refundEnd, shortBalance } = faults().behaviour
  const ended = { ...refund, moves_at: null }
  const later = addMs(now(), periods.refundProcessingMs)
  // The balance was short when the refund was requested.
  const isShort = isUnpaid && shortBalance === 'needs-attention' && refund.dispute_id === null
  if (refund.status === 'pending')
    return isShort
      ? { ...ended, status: 'needs-attention' }
      : { ...refund, status: 'processing', moves_at: later }
  if (refund.status === 'processed') return { ...ended, status: 'failed' }
  const end = refundEnd === 'by-card' ? toEndByCard(transaction) : refundEnd
  if (end === 'failed') return { ...ended, status: 'failed' }
  // A refund to a bank account that the donor named no longer depends on the card.
  if (end === 'needs-attention' && !refund.account) return { ...ended, status: 'needs-attention' }
  const movesAt = end === 'failed-after-processed' ? later : null
  return { ...ended, status: 'processed', refunded_at: now(), moves_at: movesAt }
}

function toEndByCard({ paid_with }: Transaction) {
  if (paid_with?.card === 'refund-fails') return 'failed'
  return paid_with?.card === 'refund-needs-attention' ? 'needs-attention' : 'processed'
}
