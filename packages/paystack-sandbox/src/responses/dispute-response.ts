import type { Queries } from '../storage/database.ts'

import type { Faults } from '../faults/faults.ts'
import type { Dispute } from '../state/disputes.ts'
import type { Transaction } from '../state/transactions.ts'
import { loadTransactionResponses, toCustomer } from './transaction-response.ts'

type Disputed = { dispute: Dispute; transaction: Transaction }

/** Disputes with their transactions, as responses and webhooks show them. */
export async function loadDisputeResponses(
  queries: Queries,
  shown: { faults: Faults; now: Date },
  disputed: readonly Disputed[],
) {
  const transactions = disputed.map(({ transaction }) => transaction)
  const data = await loadTransactionResponses(queries, transactions, shown)
  return disputed.map(({ dispute, transaction }, index) =>
    toDisputeResponse(dispute, transaction.email, { ...data[index], plan: {} }),
  )
}

function toDisputeResponse(
  dispute: Dispute,
  email: string,
  transaction: { currency?: string; plan: unknown },
) {
  return {
    id: dispute.id,
    refund_amount: dispute.refund_amount,
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    // The provider often omits the customer inside of a disputed transaction.
    transaction: { ...transaction, customer: null },
    transaction_reference: null,
    category: dispute.category,
    customer: toCustomer(email),
    bin: null,
    last4: null,
    dueAt: dispute.due_at.toISOString(),
    resolvedAt: dispute.resolved_at?.toISOString() ?? null,
    evidence: dispute.evidence,
    // The provider sends a list in a string.
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
