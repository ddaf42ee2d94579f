import * as z from 'zod/mini'

import type { Database, Queries } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

import { calculateSplit } from './fees.ts'
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
  created_at: z.date(),
})
type Settlement = z.output<typeof settlementSchema>

const unsettledSchema = z.object({
  reference: z.string(),
  sub_account_code: z.nullable(z.string()),
  amount: z.number(),
  fees: z.number(),
  charge: z.nullable(z.number()),
  percentage: z.number(),
  bearer: z.enum(['account', 'subaccount']),
})

const unsettledSql = sql`select t.reference, t.sub_account_code, t.amount, t.fees, t.transaction_charge as charge,
    coalesce(s.percentage_charge, 100) as percentage, t.bearer
  from sandbox.transaction t left join sandbox.sub_account s on s.code = t.sub_account_code
  where t.status = 'success' and t.settlement_id is null`

/** Settles all unsettled payments: one settlement per sub-account. */
export function settleAll(database: Database, now: Date): Promise<Settlement[]> {
  return database.transaction(async (queries) => {
    const unsettled = await queries.rows(unsettledSchema, sql`${unsettledSql} for update of t`)
    const byAccount = Map.groupBy(unsettled, ({ sub_account_code }) => sub_account_code)
    const settled: Settlement[] = []
    for (const [code, rows] of byAccount) {
      const total = rows.reduce((sum, { amount }) => sum + amount, 0)
      const fees = rows.reduce((sum, row) => sum + row.fees, 0)
      const effective = rows.reduce((sum, row) => sum + toSubAccountShare(row), 0)
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
  return insertWithNewId(now, (id) =>
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

type UnsettledPayment = z.output<typeof unsettledSchema>

const toSplit = ({ amount, fees, charge, percentage, bearer }: UnsettledPayment) =>
  calculateSplit({ amount, fee: fees, charge, percentage, bearer })

function toSubAccountShare(row: UnsettledPayment): number {
  return row.sub_account_code === null ? row.amount - row.fees : toSplit(row).subaccount
}

/** Unsettled share of the main account, in kobo. */
export async function calculateBalance(queries: Queries): Promise<number> {
  const rows = await queries.rows(unsettledSchema, unsettledSql)
  return rows.reduce(
    (sum, row) =>
      sum + (row.sub_account_code === null ? row.amount - row.fees : toSplit(row).integration),
    0,
  )
}

export async function listSettlements(
  queries: Queries,
  { subAccountCode, ...range }: DateRange & { subAccountCode: string | null },
  page: Page,
): Promise<{ rows: Settlement[]; total: number }> {
  const from = sql`sandbox.settlement
    where (${subAccountCode}::text is null or coalesce(sub_account_code, 'none') = ${subAccountCode})
    and ${createdWithin(range)}`
  return listPage(queries, settlementSchema, { from, page })
}

export function toSettlementResponse(settlement: Settlement) {
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
