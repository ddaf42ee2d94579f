import type { Queries } from '#server/database/database.ts'

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
  const reversed = sum(processed.map((refund) => refund.amount).concat(lost.map(toLostAmount)))
  const pending = sum(open.map((refund) => refund.amount))
  return { reversed, pending, left: Math.max(0, amount - reversed - pending) }
}

/** A fully reversed payment becomes `reversed`, and `success` again when its refund fails. Partial refunds change nothing. */
export async function updateReversalStatus(
  queries: Queries,
  transaction: Transaction,
): Promise<Transaction> {
  const { reversed, pending } = await getReversedAmounts(queries, transaction)
  const changed = { ...transaction, status: toStatus(transaction.amount, reversed, pending) }
  if (changed.status !== transaction.status) await saveTransaction(queries, changed)
  return changed
}

// The dashboard shows 'Reversal pending' for refunds in progress; the spelling in the API is not published.
function toStatus(amount: number, reversed: number, pending: number): string {
  if (reversed >= amount) return 'reversed'
  return reversed + pending >= amount ? 'reversal-pending' : 'success'
}

const toLostAmount = (dispute: { refund_amount: number }) => dispute.refund_amount

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
