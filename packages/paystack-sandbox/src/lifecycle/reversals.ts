import type { Queries } from '../storage/database.ts'
import type { Behaviour } from '../faults/behaviour.ts'
import { findDisputesByReference } from '../state/disputes.ts'
import { findRefundsByReference } from '../state/refunds.ts'
import { saveTransaction, type Transaction } from '../state/transactions.ts'

/** Kobo of a payment that were reversed, that are being refunded, and that can still be refunded. */
export async function getReversedAmounts(queries: Queries, { reference, amount }: Transaction) {
  const refunds = await findRefundsByReference(queries, reference)
  const disputes = await findDisputesByReference(queries, reference)
  const processed = refunds.filter(({ status }) => status === 'processed')
  const open = refunds.filter(({ status }) => !['processed', 'failed'].includes(status))
  // A dispute that was paid by a refund is counted as that refund.
  const lost = disputes.filter(
    ({ id, resolution }) =>
      resolution?.endsWith('accepted') && !refunds.some(({ dispute_id }) => dispute_id === id),
  )
  const reversed =
    sum(processed.map((refund) => refund.amount)) +
    sum(lost.map((dispute) => dispute.refund_amount))
  const pending = sum(open.map((refund) => refund.amount))
  return { reversed, pending, left: Math.max(0, amount - reversed - pending) }
}

type PartialStatus = Pick<Behaviour, 'partialRefundStatus'>

/** A fully reversed payment becomes `reversed`, and `success` again when its refund fails. What a partial refund does is a knob. */
export async function updateReversalStatus(
  queries: Queries,
  transaction: Transaction,
  behaviour: PartialStatus,
): Promise<Transaction> {
  const amounts = await getReversedAmounts(queries, transaction)
  const changed = { ...transaction, status: toStatus(transaction.amount, amounts, behaviour) }
  if (changed.status !== transaction.status) await saveTransaction(queries, changed)
  return changed
}

function toStatus(
  amount: number,
  { reversed, pending }: { reversed: number; pending: number },
  { partialRefundStatus }: PartialStatus,
): string {
  if (reversed >= amount) return 'reversed'
  if (reversed + pending >= amount) return 'reversal-pending'
  if (reversed + pending === 0 || partialRefundStatus === 'success') return 'success'
  return pending > 0 ? 'reversal-pending' : partialRefundStatus
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
