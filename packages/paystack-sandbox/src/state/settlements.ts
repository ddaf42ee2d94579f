import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql, type Sql } from '../storage/sql.ts'

import { insertWithNewId } from './identifiers.ts'
import { createdWithin, listPage } from './listing.ts'
import type { DateRange, Page } from '../http/paging.ts'

const settlementSchema = z.object({
  id: z.number(),
  sub_account_code: z.nullable(z.string()),
  status: z.string(),
  total_amount: z.number(),
  effective_amount: z.number(),
  total_fees: z.number(),
  deductions: z.number(),
  settlement_date: z.date(),
  moves_at: z.nullable(z.date()),
  created_at: z.date(),
  updated_at: z.date(),
})
export type Settlement = z.output<typeof settlementSchema>

/** Payments of a party that no settlement contains. Each payment belongs to one of the sub-account and one of the main account. */
const whereUnsettled = (code: string | null, before: Date): Sql =>
  code === null
    ? sql`paid_at < ${before} and main_settlement_id is null`
    : sql`paid_at < ${before} and settlement_id is null and sub_account_code = ${code}`

/** Accounts with unsettled payments; null is the main account. Held sub-accounts are left out. */
export async function findParties(queries: Queries, before: Date): Promise<(string | null)[]> {
  const rows = await queries.rows(
    z.object({ code: z.nullable(z.string()) }),
    sql`select distinct t.sub_account_code as code from sandbox.transaction t
        join sandbox.sub_account s on s.code = t.sub_account_code
        where t.paid_at < ${before} and t.settlement_id is null and s.active and s.settlement_schedule <> 'MANUAL'
        union all
        select null where exists (
          select from sandbox.transaction where paid_at < ${before} and main_settlement_id is null)`,
  )
  return rows.map(({ code }) => code)
}

const sumsSchema = z.object({ count: z.number(), total: z.number(), fees: z.number() })

export async function sumUnsettled(queries: Queries, code: string | null, before: Date) {
  const share = code === null ? sql`main_share` : sql`sub_share`
  // The party that bears the fee of a split payment.
  const isBearer =
    code === null ? sql`sub_account_code is null or bearer = 'account'` : sql`bearer = 'subaccount'`
  const sums = await queries.row(
    sumsSchema,
    sql`select count(*) as count, coalesce(sum(${share}), 0)::bigint as total,
          coalesce(sum(fees) filter (where ${isBearer}), 0)::bigint as fees
        from sandbox.transaction where ${whereUnsettled(code, before)}`,
  )
  return sums ?? { count: 0, total: 0, fees: 0 }
}

export async function sumLaterMainShares(queries: Queries, before: Date): Promise<number> {
  const row = await queries.row(
    z.object({ sum: z.number() }),
    sql`select coalesce(sum(main_share), 0)::bigint as sum from sandbox.transaction
        where paid_at >= ${before} and main_settlement_id is null`,
  )
  return row?.sum ?? 0
}

export async function assignPayments(
  queries: Queries,
  { id, sub_account_code }: Settlement,
  before: Date,
): Promise<void> {
  const column = sub_account_code === null ? sql`main_settlement_id` : sql`settlement_id`
  await queries.run(
    sql`update sandbox.transaction set ${column} = ${id} where ${whereUnsettled(sub_account_code, before)}`,
  )
}

type NewSettlement = Omit<Settlement, 'id' | 'settlement_date' | 'created_at' | 'updated_at'>

export async function insertSettlement(
  queries: Queries,
  fields: NewSettlement,
  now: Date,
): Promise<Settlement> {
  return insertWithNewId(now, (id) =>
    queries.row(
      settlementSchema,
      sql`insert into sandbox.settlement (id, sub_account_code, status, total_amount, effective_amount, total_fees,
            deductions, settlement_date, moves_at, created_at, updated_at)
          values (${id}, ${fields.sub_account_code}, ${fields.status}, ${fields.total_amount},
            ${fields.effective_amount}, ${fields.total_fees}, ${fields.deductions}, ${now}, ${fields.moves_at},
            ${now}, ${now})
          on conflict (id) do nothing returning *`,
    ),
  )
}

export const findSettlement = (queries: Queries, id: number) =>
  queries.row(settlementSchema, sql`select * from sandbox.settlement where id = ${id}`)

export const findDueSettlements = (queries: Queries, now: Date) =>
  queries.rows(
    settlementSchema,
    sql`select * from sandbox.settlement where moves_at <= ${now} order by moves_at limit 100`,
  )

export const saveSettlement = (queries: Queries, changed: Settlement, now: Date) =>
  queries.run(
    sql`update sandbox.settlement set status = ${changed.status}, moves_at = ${changed.moves_at}, updated_at = ${now}
        where id = ${changed.id}`,
  )

type Filters = DateRange & {
  /** Numeric id of a sub-account, `none` for the main account, null for all. */
  party: string | null
  status: string | null
}

export async function listSettlements(
  queries: Queries,
  { party, status, ...range }: Filters,
  page: Page,
): Promise<{ rows: Settlement[]; total: number }> {
  const from = sql`sandbox.settlement
    where (${party}::text is null or coalesce((
        select a.id::text from sandbox.sub_account a where a.code = sub_account_code), 'none') = ${party})
      and (${status}::text is null or status = ${status}) and ${createdWithin(range)}`
  return listPage(queries, settlementSchema, { from, page })
}
