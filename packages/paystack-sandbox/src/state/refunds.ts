import * as z from 'zod/mini'
import { type Queries, sql } from '../storage/database.ts'
import { insertWithNewId, createdWithin, listPage, type Transaction } from './transactions.ts'
import type { DateRange, Page } from '../http/envelope.ts'
import { toCustomer } from './transaction-response.ts'

const refundSchema = z.object({
  id: z.number(),
  reference: z.string(),
  dispute_id: z.nullable(z.number()),
  amount: z.number(),
  status: z.enum(['pending', 'processing', 'processed', 'failed', 'needs-attention']),
  customer_note: z.nullable(z.string()),
  merchant_note: z.nullable(z.string()),
  account: z.unknown(),
  moves_at: z.nullable(z.date()),
  refunded_at: z.nullable(z.date()),
  created_at: z.date(),
  updated_at: z.date(),
})
export type Refund = z.output<typeof refundSchema>

type NewRefund = Pick<
  Refund,
  'reference' | 'dispute_id' | 'amount' | 'status' | 'customer_note' | 'merchant_note' | 'moves_at'
>

export async function insertRefund(
  queries: Queries,
  fields: NewRefund,
  now: Date,
): Promise<Refund> {
  return insertWithNewId(now, (id) =>
    queries.row(
      refundSchema,
      sql`insert into sandbox.refund (id, reference, dispute_id, amount, status, customer_note, merchant_note,
            moves_at, created_at, updated_at)
          values (${id}, ${fields.reference}, ${fields.dispute_id}, ${fields.amount}, ${fields.status},
            ${fields.customer_note}, ${fields.merchant_note}, ${fields.moves_at}, ${now}, ${now})
          on conflict (id) do nothing returning *`,
    ),
  )
}

export async function saveRefund(queries: Queries, changed: Refund, now: Date): Promise<void> {
  await queries.run(
    sql`update sandbox.refund set status = ${changed.status}, moves_at = ${changed.moves_at},
          account = ${changed.account ? JSON.stringify(changed.account) : null},
          refunded_at = ${changed.refunded_at}, updated_at = ${now}
        where id = ${changed.id}`,
  )
}

export const findRefund = (queries: Queries, id: number) =>
  queries.row(refundSchema, sql`select * from sandbox.refund where id = ${id}`)

export const findRefundsByReference = (queries: Queries, reference: string) =>
  queries.rows(
    refundSchema,
    sql`select * from sandbox.refund where reference = ${reference} order by id`,
  )

export const findDueRefunds = (queries: Queries, now: Date) =>
  queries.rows(
    refundSchema,
    sql`select * from sandbox.refund where moves_at <= ${now} order by moves_at limit 100`,
  )

export async function listRefunds(
  queries: Queries,
  { transaction, ...range }: DateRange & { transaction: string | null },
  page: Page,
): Promise<{ rows: Refund[]; total: number }> {
  const from = sql`sandbox.refund where (${transaction}::text is null or reference in
      (select reference from sandbox.transaction where id::text = ${transaction}))
    and ${createdWithin(range)}`
  return listPage(queries, refundSchema, { from, page })
}

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
