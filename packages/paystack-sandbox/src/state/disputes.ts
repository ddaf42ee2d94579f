import * as z from 'zod/mini'
import { type Queries, sql } from '../storage/database.ts'
import { insertWithNewId, createdWithin, listPage, type Transaction } from './transactions.ts'
import type { DateRange, Page } from '../http/envelope.ts'
import { loadTransactionResponses, toCustomer, type Shown } from './transaction-response.ts'

const disputeSchema = z.object({
  id: z.number(),
  reference: z.string(),
  refund_amount: z.number(),
  category: z.string(),
  status: z.enum([
    'awaiting-merchant-feedback',
    'awaiting-bank-feedback',
    'pending',
    'resolved',
    'archived',
  ]),
  resolution: z.nullable(z.enum(['merchant-accepted', 'auto-accepted', 'declined'])),
  due_at: z.date(),
  moves_at: z.nullable(z.date()),
  resolved_at: z.nullable(z.date()),
  evidence: z.nullable(z.record(z.string(), z.unknown())),
  uploaded_filename: z.nullable(z.string()),
  message: z.nullable(z.string()),
  history: z.array(z.object({ status: z.string(), by: z.string(), createdAt: z.string() })),
  created_at: z.date(),
  updated_at: z.date(),
})
export type Dispute = z.output<typeof disputeSchema>

type NewDispute = Pick<
  Dispute,
  'reference' | 'refund_amount' | 'category' | 'due_at' | 'moves_at' | 'history'
>

export async function insertDispute(
  queries: Queries,
  fields: NewDispute,
  now: Date,
): Promise<Dispute> {
  return insertWithNewId(now, (id) =>
    queries.row(
      disputeSchema,
      sql`insert into sandbox.dispute (id, reference, refund_amount, category, status, due_at, moves_at, history,
            created_at, updated_at)
          values (${id}, ${fields.reference}, ${fields.refund_amount}, ${fields.category},
            'awaiting-merchant-feedback', ${fields.due_at}, ${fields.moves_at}, ${JSON.stringify(fields.history)},
            ${now}, ${now})
          on conflict (id) do nothing returning *`,
    ),
  )
}

export async function saveDispute(queries: Queries, changed: Dispute, now: Date): Promise<void> {
  await queries.run(
    sql`update sandbox.dispute set refund_amount = ${changed.refund_amount}, status = ${changed.status},
          resolution = ${changed.resolution}, moves_at = ${changed.moves_at}, resolved_at = ${changed.resolved_at},
          evidence = ${changed.evidence && JSON.stringify(changed.evidence)},
          uploaded_filename = ${changed.uploaded_filename}, message = ${changed.message},
          due_at = ${changed.due_at}, history = ${JSON.stringify(changed.history)}, updated_at = ${now}
        where id = ${changed.id}`,
  )
}

export const findDispute = (queries: Queries, id: number) =>
  queries.row(disputeSchema, sql`select * from sandbox.dispute where id = ${id}`)

export const findDisputesByReference = (queries: Queries, reference: string) =>
  queries.rows(
    disputeSchema,
    sql`select * from sandbox.dispute where reference = ${reference} order by id`,
  )

export const findDueDisputes = (queries: Queries, now: Date) =>
  queries.rows(
    disputeSchema,
    sql`select * from sandbox.dispute where moves_at <= ${now} order by moves_at limit 100`,
  )

export function listDisputes(
  queries: Queries,
  range: DateRange,
  page: Page,
): Promise<{ rows: Dispute[]; total: number }> {
  const from = sql`sandbox.dispute where ${createdWithin(range)}`
  return listPage(queries, disputeSchema, { from, page })
}

type Disputed = { dispute: Dispute; transaction: Transaction }

/** Disputes with their transactions, as responses and webhooks show them. */
export async function loadDisputeResponses(
  queries: Queries,
  shown: Shown,
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
