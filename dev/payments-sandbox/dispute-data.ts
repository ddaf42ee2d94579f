import type { Dispute } from './disputes.ts'
import { customerOf } from './transaction-data.ts'

/** A dispute around a transaction as answers show it. */
export function disputeData(dispute: Dispute, transaction: Record<string, unknown>) {
  const customer = typeof transaction.email === 'string' ? customerOf(transaction.email) : null
  return {
    id: dispute.id,
    refund_amount: dispute.refund_amount,
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    // The payer inside of a disputed transaction is often missing.
    transaction: { ...transaction, customer: null },
    transaction_reference: null,
    category: dispute.category,
    customer: customer ?? transaction.customer,
    bin: null,
    last4: null,
    dueAt: dispute.due_at.toISOString(),
    resolvedAt: dispute.resolved_at?.toISOString() ?? null,
    evidence: dispute.evidence,
    // Text that looks like a list: the provider is like that.
    attachments: JSON.stringify(dispute.uploaded_filename ? [dispute.uploaded_filename] : []),
    note: null,
    history: dispute.history,
    messages: dispute.message
      ? [
          {
            sender: 'merchant@example.com',
            body: dispute.message,
            createdAt: dispute.updated_at.toISOString(),
          },
        ]
      : [],
    createdAt: dispute.created_at.toISOString(),
    updatedAt: dispute.updated_at.toISOString(),
  }
}
