import type { Queries } from '../storage/database.ts'
import {
  loadDisputeResponses,
  findDispute,
  findDueDisputes,
  insertDispute,
  saveDispute,
  type Dispute,
} from '../state/disputes.ts'
import { findRefundsByReference, insertRefund, saveRefund } from '../state/refunds.ts'
import { lockByReference, type Transaction } from '../state/transactions.ts'
import { queueDelivery } from '../webhooks/deliveries.ts'
import { cancelDebits, debitParties } from './debit-lifecycle.ts'
import { changeFee } from './charge.ts'
import { addMs, type LifecycleDeps } from './periods.ts'
import { getReversedAmounts, updateReversalStatus } from './reversals.ts'

export type DisputeClaim = { reference: string; amount: number | null; category: string }

/** Raises a dispute for an amount, also of a refunded payment, or for everything that is left. Undefined if nothing is left. */
export function raiseDispute(
  deps: LifecycleDeps,
  { reference, amount, category }: DisputeClaim,
): Promise<Dispute | undefined> {
  const { database, now, periods } = deps
  return database.transaction(async (queries) => {
    const transaction = await lockByReference(queries, reference)
    if (!transaction?.paid_at) return undefined
    const { left } = await getReversedAmounts(queries, transaction)
    if (left === 0 && amount === null) return undefined
    const dispute = await insertDispute(
      queries,
      {
        reference,
        refund_amount: Math.min(amount ?? left, transaction.amount),
        category,
        due_at: addMs(now(), periods.disputeMs),
        moves_at: addMs(now(), Math.min(periods.disputeMs, periods.disputeReminderMs)),
        history: [historyEntry(now(), 'pending', 'bank')],
      },
      now(),
    )
    await queueDisputeEvent(queries, deps, { event: 'create', dispute, transaction })
    return dispute
  })
}

/** Sends reminders and accepts disputes that the merchant did not answer in time. Returns how many were due. */
export async function advanceDisputes(deps: LifecycleDeps): Promise<number> {
  const disputes = await findDueDisputes(deps.database, deps.now())
  for (const { id, reference } of disputes)
    await deps.database.transaction(async (queries) => {
      const transaction = await lockByReference(queries, reference)
      const dispute = await findDispute(queries, id)
      const now = deps.now()
      if (!transaction || !dispute?.moves_at || dispute.moves_at > now) return
      if (dispute.due_at <= now) {
        const end = { resolution: 'auto-accepted' as const, by: 'system' }
        await resolveDispute(queries, deps, { transaction, dispute, ...end })
      } else {
        const next = addMs(now, deps.periods.disputeReminderMs)
        const movesAt = next < dispute.due_at ? next : dispute.due_at
        await saveDispute(queries, { ...dispute, moves_at: movesAt }, now)
        await queueDisputeEvent(queries, deps, { event: 'remind', dispute, transaction })
      }
    })
  return disputes.length
}

type DisputeOutcome = {
  transaction: Transaction
  dispute: Dispute
  resolution: NonNullable<Dispute['resolution']>
  by: string
}

/** Ends a dispute. An accepted amount is reversed at once. */
export async function resolveDispute(
  queries: Queries,
  deps: LifecycleDeps,
  { transaction, dispute, resolution, by }: DisputeOutcome,
) {
  const now = deps.now()
  const resolved: Dispute = {
    ...dispute,
    status: 'resolved',
    resolution,
    refund_amount: resolution === 'declined' ? 0 : dispute.refund_amount,
    moves_at: null,
    resolved_at: now,
    history: [...dispute.history, historyEntry(now, 'resolved', by)],
  }
  await saveDispute(queries, resolved, now)
  let current = transaction
  if (resolution !== 'declined') current = await chargeDispute(queries, deps, resolved, current)
  const updated = await updateReversalStatus(queries, current, deps.faults().behaviour)
  return queueDisputeEvent(queries, deps, {
    event: 'resolve',
    dispute: resolved,
    transaction: updated,
  })
}

/** Debits the parties for a lost dispute. The provider may return its fee for a fraud claim. */
async function chargeDispute(
  queries: Queries,
  deps: LifecycleDeps,
  dispute: Dispute,
  transaction: Transaction,
): Promise<Transaction> {
  const { shapes, behaviour } = deps.faults()
  const { id: causeId, refund_amount: amount, category } = dispute
  await debitParties(queries, deps, { cause: 'Dispute', causeId, transaction, amount })
  if (shapes.isDisputeRefunded) await refundDispute(queries, dispute, deps.now())
  if (!behaviour.isFraudFeeCredited || category !== 'fraud') return transaction
  return changeFee(queries, transaction, { fee: 0, now: deps.now() })
}

/** The bank takes up a resolved dispute again. What was debited for it comes back until it is resolved. */
export function reopenDispute(
  deps: LifecycleDeps,
  id: number,
  amount: number,
): Promise<Dispute | undefined> {
  const { database, now, periods } = deps
  return database.transaction(async (queries) => {
    const found = await findDispute(queries, id)
    const transaction = found && (await lockByReference(queries, found.reference))
    if (!transaction || found.status !== 'resolved') return undefined
    await cancelDebits(queries, deps, 'Dispute', id)
    for (const refund of await findRefundsByReference(queries, found.reference))
      if (refund.dispute_id === id)
        await saveRefund(queries, { ...refund, status: 'failed' }, now())
    const dispute: Dispute = {
      ...found,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      resolved_at: null,
      refund_amount: Math.min(amount, transaction.amount),
      due_at: addMs(now(), periods.disputeMs),
      moves_at: addMs(now(), Math.min(periods.disputeMs, periods.disputeReminderMs)),
      history: [...found.history, historyEntry(now(), 'pending', 'bank')],
    }
    await saveDispute(queries, dispute, now())
    const updated = await updateReversalStatus(queries, transaction, deps.faults().behaviour)
    await queueDisputeEvent(queries, deps, { event: 'create', dispute, transaction: updated })
    return dispute
  })
}

async function refundDispute(queries: Queries, dispute: Dispute, now: Date) {
  const { id, reference, refund_amount } = dispute
  const refund = await insertRefund(
    queries,
    {
      reference,
      dispute_id: id,
      amount: refund_amount,
      status: 'processed',
      customer_note: null,
      merchant_note: null,
      moves_at: null,
    },
    now,
  )
  await saveRefund(queries, { ...refund, refunded_at: now }, now)
}

type DisputeEvent = {
  event: 'create' | 'remind' | 'resolve'
  dispute: Dispute
  transaction: Transaction
}

async function queueDisputeEvent(
  queries: Queries,
  deps: LifecycleDeps,
  { event, dispute, transaction }: DisputeEvent,
) {
  const [data] = await loadDisputeResponses(queries, deps, [{ dispute, transaction }])
  const { reference } = transaction
  await queueDelivery(queries, { event: `charge.dispute.${event}`, reference, data }, deps.now())
  return data
}

const historyEntry = (now: Date, status: string, by: string) => ({
  status,
  by,
  createdAt: now.toISOString(),
})
