import * as z from 'zod/mini'

import type { Database, Queries } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import { splitOf } from './fees.ts'
import { underNewId } from './identifiers.ts'
import { createdWithin, listPage } from './listing.ts'
import type { Page } from './paging.ts'

const settlementSchema = z.object({
  id: z.number(),
  sub_account_code: z.nullable(z.string()),
  status: z.string(),
  total_amount: z.number(),
  effective_amount: z.number(),
  total_fees: z.number(),
  deductions: z.number(),
  settlement_date: z.date(),
  created_at: z.date(),
})
type Settlement = z.output<typeof settlementSchema>

const payableSchema = z.object({
  reference: z.string(),
  sub_account_code: z.nullable(z.string()),
  amount: z.number(),
  fees: z.number(),
  charge: z.nullable(z.number()),
  percentage: z.number(),
  bearer: z.enum(['account', 'subaccount']),
})

const payables = sql`select t.reference, t.sub_account_code, t.amount, t.fees, t.transaction_charge as charge,
    coalesce(s.percentage_charge, 100) as percentage, t.bearer
  from sandbox.transaction t left join sandbox.sub_account s on s.code = t.sub_account_code
  where t.status = 'success' and t.settlement_id is null`

/** Pays out everything that was not paid out yet: one settlement for each sub-account. */
export function settleAll(database: Database, now: Date): Promise<Settlement[]> {
  return database.transaction(async (queries) => {
    const payable = await queries.rows(payableSchema, sql`${payables} for update of t`)
    const byAccount = Map.groupBy(payable, ({ sub_account_code }) => sub_account_code)
    const settled: Settlement[] = []
    for (const [code, rows] of byAccount) {
      const total = rows.reduce((sum, { amount }) => sum + amount, 0)
      const fees = rows.reduce((sum, row) => sum + row.fees, 0)
      const effective = rows.reduce((sum, row) => sum + shareOf(row), 0)
      const settlement = await insertSettlement(queries, { code, total, fees, effective }, now)
      const references = rows.map(({ reference }) => reference)
      await queries.run(
        sql`update sandbox.transaction set settlement_id = ${settlement.id} where reference = any(${references})`,
      )
      settled.push(settlement)
    }
    return settled
  })
}

type Sums = { code: string | null; total: number; fees: number; effective: number }

async function insertSettlement(
  queries: Queries,
  { code, total, fees, effective }: Sums,
  now: Date,
): Promise<Settlement> {
  return underNewId(now, (id) =>
    queries.row(
      settlementSchema,
      sql`insert into sandbox.settlement (id, sub_account_code, status, total_amount, effective_amount, total_fees,
            deductions, settlement_date, created_at)
          values (${id}, ${code}, 'success', ${total}, ${effective}, ${fees}, ${total - fees - effective},
            ${now}, ${now})
          on conflict (id) do nothing returning *`,
    ),
  )
}

type Payable = z.output<typeof payableSchema>

const partsOf = ({ amount, fees, charge, percentage, bearer }: Payable) =>
  splitOf({ amount, fee: fees, charge, percentage, bearer })

function shareOf(row: Payable): number {
  return row.sub_account_code === null ? row.amount - row.fees : partsOf(row).subaccount
}

/** What is still to be paid out to the main account. */
export async function balanceOf(queries: Queries): Promise<number> {
  const rows = await queries.rows(payableSchema, payables)
  return rows.reduce(
    (sum, row) =>
      sum + (row.sub_account_code === null ? row.amount - row.fees : partsOf(row).integration),
    0,
  )
}

export type SettlementFilters = {
  status: string | null
  subAccountCode: string | null
  from: Date | null
  to: Date | null
}

export async function listSettlements(
  queries: Queries,
  { status, subAccountCode, ...span }: SettlementFilters,
  page: Page,
): Promise<{ rows: Settlement[]; total: number }> {
  const from = sql`sandbox.settlement where (${status}::text is null or status = ${status})
    and (${subAccountCode}::text is null or coalesce(sub_account_code, 'none') = ${subAccountCode})
    and ${createdWithin(span)}`
  return listPage(queries, settlementSchema, { from, page })
}

export function settlementData(settlement: Settlement) {
  return {
    id: settlement.id,
    domain: 'test',
    status: settlement.status,
    currency: 'NGN',
    integration: 1,
    total_amount: settlement.total_amount,
    effective_amount: settlement.effective_amount,
    total_fees: settlement.total_fees,
    total_processed: settlement.total_amount,
    deductions: settlement.deductions === 0 ? null : settlement.deductions,
    settlement_date: settlement.settlement_date.toISOString(),
    settled_by: null,
    createdAt: settlement.created_at.toISOString(),
    updatedAt: settlement.created_at.toISOString(),
  }
}
