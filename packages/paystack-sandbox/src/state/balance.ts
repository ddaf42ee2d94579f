import * as z from 'zod/mini'

import { type Queries, sql, type Sql } from '../storage/database.ts'
import { toPageClause, type Page } from '../http/envelope.ts'

const changeSchema = z.object({
  id: z.number(),
  difference: z.number(),
  balance: z.number(),
  cause: z.string(),
  cause_id: z.nullable(z.number()),
  reason: z.string(),
  created_at: z.date(),
})
export type BalanceChange = z.output<typeof changeSchema>

type NewChange = Pick<BalanceChange, 'difference' | 'cause' | 'cause_id' | 'reason'>

export async function addBalanceChange(
  queries: Queries,
  { difference, cause, cause_id, reason }: NewChange,
  now: Date,
): Promise<void> {
  if (difference === 0) return
  await queries.run(
    sql`insert into sandbox.balance_change (difference, cause, cause_id, reason, created_at)
        values (${difference}, ${cause}, ${cause_id}, ${reason}, ${now})`,
  )
}

/** Serialises what depends on the balance or settles payments. */
export const lockMoney = (queries: Queries) =>
  queries.run(sql`select pg_advisory_xact_lock(hashtext('sandbox money'))`)

const sumSchema = z.object({ sum: z.number() })

/** Kobo of the main account; negative for a debt. */
export async function getBalance(queries: Queries): Promise<number> {
  const row = await queries.row(
    sumSchema,
    sql`select coalesce(sum(difference), 0)::bigint as sum from sandbox.balance_change`,
  )
  return row?.sum ?? 0
}

/** The balance without what settlements in progress will pay out. */
export async function getAvailableBalance(queries: Queries): Promise<number> {
  const row = await queries.row(
    sumSchema,
    sql`select coalesce(sum(greatest(effective_amount, 0)), 0)::bigint as sum from sandbox.settlement
        where sub_account_code is null and status <> 'success'`,
  )
  return (await getBalance(queries)) - (row?.sum ?? 0)
}

/** Kobo that the provider holds: the main account's balance, and shares of sub-accounts that no successful settlement has paid out. */
export async function getHoldings(
  queries: Queries,
): Promise<{ main: number; subAccounts: number }> {
  const row = await queries.row(
    z.object({ main: z.number(), subAccounts: z.number() }),
    sql`select (select coalesce(sum(difference), 0) from sandbox.balance_change)::bigint as main, (
          select coalesce(sum(paid.sub_share), 0) from sandbox.transaction paid
          left join sandbox.settlement payout on payout.id = paid.settlement_id
          where payout.status is distinct from 'success')::bigint as "subAccounts"`,
  )
  return row ?? { main: 0, subAccounts: 0 }
}

/** As at the provider, `from` excludes its own day, `to` includes it, and times are ignored. */
export async function listBalanceChanges(
  queries: Queries,
  { from, to }: { from: Date | null; to: Date | null },
  page: Page,
): Promise<{ rows: BalanceChange[]; total: number }> {
  // Without UTC, a day would be that of the database's time zone.
  const utcDay = (time: Sql) => sql`(${time} at time zone 'UTC')::date`
  const within = sql`(${from}::timestamptz is null or ${utcDay(sql`created_at`)} > ${utcDay(sql`${from}::timestamptz`)})
    and (${to}::timestamptz is null or ${utcDay(sql`created_at`)} <= ${utcDay(sql`${to}::timestamptz`)})`
  const rows = await queries.rows(
    changeSchema,
    sql`select * from (
          select c.*, (sum(difference) over (order by id))::bigint as balance from sandbox.balance_change c
        ) c where ${within} ${toPageClause(page)}`,
  )
  const count = await queries.row(
    z.object({ total: z.number() }),
    sql`select count(*) as total from sandbox.balance_change where ${within}`,
  )
  return { rows, total: count?.total ?? 0 }
}

export function toBalanceChangeResponse(change: BalanceChange) {
  return {
    id: change.id,
    integration: 1,
    domain: 'test',
    balance: change.balance,
    currency: 'NGN',
    difference: change.difference,
    reason: change.reason,
    model_responsible: change.cause,
    model_row: change.cause_id,
    createdAt: change.created_at.toISOString(),
    updatedAt: change.created_at.toISOString(),
  }
}
