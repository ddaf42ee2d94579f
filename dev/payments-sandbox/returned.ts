import type { Queries } from '#server/database/database.ts'

import { disputesOf } from './disputes.ts'
import { refundsOf } from './refunds.ts'
import { saveTransaction, type Transaction } from './transactions.ts'

/** What of a payment went back, what is on its way, and what could still be given back. */
export async function returnedOf(queries: Queries, { reference, amount }: Transaction) {
  const refunds = await refundsOf(queries, reference)
  const disputes = await disputesOf(queries, reference)
  const back = refunds.filter(({ status }) => status === 'processed')
  const underWay = refunds.filter(({ status }) => !['processed', 'failed'].includes(status))
  // A dispute that was paid by a refund is counted there.
  const lost = disputes.filter(
    ({ id, resolution }) =>
      resolution?.endsWith('accepted') && !refunds.some(({ dispute_id }) => dispute_id === id),
  )
  const returned = sum(back, ({ amount: part }) => part) + sum(lost, (one) => one.refund_amount)
  const leaving = sum(underWay, ({ amount: part }) => part)
  return { returned, leaving, left: Math.max(0, amount - returned - leaving) }
}

/** A payment that went back whole is reversed; when its refund fails, it is a success again. A part changes nothing. */
export async function restate(queries: Queries, transaction: Transaction): Promise<Transaction> {
  const { returned, leaving } = await returnedOf(queries, transaction)
  const changed = { ...transaction, status: statusOf(transaction.amount, returned, leaving) }
  if (changed.status !== transaction.status) await saveTransaction(queries, changed)
  return changed
}

// The dashboard says 'Reversal pending' of money under way; how the API spells it is not published.
function statusOf(amount: number, returned: number, leaving: number): string {
  if (returned >= amount) return 'reversed'
  return returned + leaving >= amount ? 'reversal-pending' : 'success'
}

function sum<One>(all: One[], of: (one: One) => number): number {
  return all.reduce((before, one) => before + of(one), 0)
}
