import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

import { insertWithNewId } from './identifiers.ts'
import { createdWithin, listPage } from './listing.ts'
import type { DateRange, Page } from '../http/paging.ts'

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
