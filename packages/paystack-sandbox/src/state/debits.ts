import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

const debitSchema = z.object({
  id: z.number(),
  cause: z.enum(['Refund', 'Dispute']),
  cause_id: z.number(),
  sub_account_code: z.nullable(z.string()),
  amount: z.number(),
  collected: z.number(),
})
export type Debit = z.output<typeof debitSchema>

export async function insertDebit(
  queries: Queries,
  debit: Omit<Debit, 'id'>,
  now: Date,
): Promise<Debit> {
  const row = await queries.row(
    debitSchema,
    sql`insert into sandbox.debit (cause, cause_id, sub_account_code, amount, collected, created_at)
        values (${debit.cause}, ${debit.cause_id}, ${debit.sub_account_code}, ${debit.amount}, ${debit.collected}, ${now})
        returning *`,
  )
  if (!row) throw new Error('no debit was inserted')
  return row
}

export const saveDebit = (queries: Queries, { id, amount, collected }: Debit) =>
  queries.run(
    sql`update sandbox.debit set amount = ${amount}, collected = ${collected} where id = ${id}`,
  )

export const findDebits = (queries: Queries, cause: Debit['cause'], causeId: number) =>
  queries.rows(
    debitSchema,
    sql`select * from sandbox.debit where cause = ${cause} and cause_id = ${causeId} order by id`,
  )

/** Debits of one party that are not collected yet, oldest first. Null is the main account. */
export const findOpenDebits = (queries: Queries, subAccountCode: string | null) =>
  queries.rows(
    debitSchema,
    sql`select * from sandbox.debit
        where collected <> amount and sub_account_code is not distinct from ${subAccountCode} order by id`,
  )

export const insertDeduction = (
  queries: Queries,
  deduction: { settlementId: number; debitId: number; amount: number },
) =>
  queries.run(
    sql`insert into sandbox.deduction (settlement_id, debit_id, amount)
        values (${deduction.settlementId}, ${deduction.debitId}, ${deduction.amount})`,
  )

/** Kobo collected for each refund. A sub-account's part counts when the settlement that kept it back has succeeded. */
export async function sumDeducted(
  queries: Queries,
  refundIds: number[],
): Promise<Map<number, number>> {
  const rows = await queries.rows(
    z.object({ id: z.number(), sum: z.number() }),
    sql`select d.cause_id as id, sum(case when d.sub_account_code is null then d.collected else coalesce((
            select sum(x.amount) from sandbox.deduction x join sandbox.settlement s on s.id = x.settlement_id
            where x.debit_id = d.id and s.status = 'success'), 0) end)::bigint as sum
        from sandbox.debit d where d.cause = 'Refund' and d.cause_id = any(${refundIds}) group by d.cause_id`,
  )
  return new Map(rows.map(({ id, sum }) => [id, sum]))
}
