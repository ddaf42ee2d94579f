import type { Refund } from '../state/refunds.ts'
import { toCustomer } from './transaction-response.ts'
import type { Transaction } from '../state/transactions.ts'

/** The provider expects a refund to end after about eight working days. */
const expectedMs = 10 * 24 * 3_600_000

/** A refund in lists and lookups, where its transaction is a number. */
export function toRefundResponse(refund: Refund, transaction: Transaction, collected: number) {
  // A refund that settles a dispute was paid for with the dispute.
  const deducted = refund.dispute_id === null ? collected : refund.amount
  const isDone = refund.status === 'processed'
  return {
    id: refund.id,
    integration: 1,
    domain: 'test',
    transaction: transaction.id as unknown,
    dispute: refund.dispute_id,
    settlement: null,
    amount: refund.amount,
    deducted_amount: deducted,
    // The provider sends 1 for true here.
    fully_deducted: deducted >= refund.amount ? 1 : null,
    currency: transaction.currency,
    channel: transaction.channel,
    status: refund.status,
    refunded_by: 'merchant@example.com',
    initiated_by: 'merchant@example.com',
    refund_channel: null,
    collect_account_number: false,
    refunded_at: refund.refunded_at?.toISOString() ?? null,
    expected_at: new Date(refund.created_at.getTime() + expectedMs).toISOString(),
    customer_note: refund.customer_note,
    merchant_note: refund.merchant_note,
    transaction_reference: transaction.reference,
    refund_type: refund.amount === transaction.amount ? 'Full' : 'Partial',
    transaction_amount: transaction.amount,
    bank_reference: isDone ? `132${String(refund.id).slice(-9)}` : null,
    reason: refund.status === 'pending' ? 'PENDING' : null,
    reversed_at: refund.status === 'failed' ? refund.updated_at.toISOString() : null,
    session_id: null,
    createdAt: refund.created_at.toISOString(),
    updatedAt: refund.updated_at.toISOString(),
  }
}

/** A refund in the response to its creation, where its transaction is an object. */
export function toNewRefundResponse(refund: Refund, transaction: Transaction) {
  const { id, reference, amount, currency, paid_at, channel } = transaction
  const paidAt = paid_at?.toISOString() ?? null
  return {
    ...toRefundResponse(refund, transaction, 0),
    deducted_amount: 0,
    fully_deducted: false,
    transaction: {
      id,
      domain: 'test',
      reference,
      amount,
      paid_at: paidAt,
      channel,
      currency,
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
  }
}

/** Data of a refund webhook. It has no refund id, and the amount is text unless the refund failed. */
export function toRefundEvent(refund: Refund, transaction: Transaction, isAmountText = false) {
  const isSuccessful = ['pending', 'processing', 'processed'].includes(refund.status)
  const { first_name, last_name, email } = toCustomer(transaction.email)
  return {
    status: refund.status,
    transaction_reference: transaction.reference,
    refund_reference: ['pending', 'processing'].includes(refund.status) ? null : `TRF_${refund.id}`,
    amount: isSuccessful || isAmountText ? String(refund.amount) : refund.amount,
    currency: transaction.currency,
    processor: 'instant-transfer',
    customer: { first_name, last_name, email },
    integration: 1,
    domain: 'test',
    ...(refund.status === 'needs-attention' && { id: refund.id }),
  }
}
