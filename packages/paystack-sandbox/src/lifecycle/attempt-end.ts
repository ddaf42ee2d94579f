import { calculateFee } from '../state/fees.ts'
import type { Transaction } from '../state/transactions.ts'

/** Ends an attempt in a payment. `means` is a word of the provider's history. */
export function pay(transaction: Transaction, now: Date, means = 'card'): Transaction {
  const { attempt } = transaction
  return {
    ...addHistory(transaction, now, 'success', `Successfully paid with ${means}`),
    status: 'success',
    gateway_response: 'Successful',
    message: null,
    fees: calculateFee(transaction.amount, {
      channel: transaction.channel,
      origin: attempt?.country === 'US' ? 'international' : 'local',
    }),
    paid_at: now,
    paid_with: attempt && {
      card: attempt.card,
      month: attempt.expiryMonth,
      year: attempt.expiryYear,
      country: attempt.country,
    },
    attempt: null,
  }
}

export function fail(transaction: Transaction, reason: string, now: Date): Transaction {
  return {
    ...addHistory(transaction, now, 'error', reason),
    status: 'failed',
    gateway_response: reason,
    message: reason,
    errors: transaction.errors + 1,
    attempt: null,
  }
}

type HistoryType = 'action' | 'auth' | 'error' | 'success'

export function addHistory(
  transaction: Transaction,
  now: Date,
  type: HistoryType,
  message: string,
): Transaction {
  const startMs = transaction.opened_at?.getTime() ?? now.getTime()
  const time = Math.floor((now.getTime() - startMs) / 1_000)
  return { ...transaction, history: [...transaction.history, { type, message, time }].slice(-50) }
}
