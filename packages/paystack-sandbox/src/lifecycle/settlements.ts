import * as z from 'zod/mini'
import { type Queries, sql, type Sql } from '../storage/database.ts'
import { insertWithNewId, createdWithin, listPage } from '../state/transactions.ts'
import type { DateRange, Page } from '../http/envelope.ts'
import { getAvailableBalance, lockMoney, addBalanceChange } from '../state/balance.ts'
import { findOpenDebits, insertDeduction, saveDebit, type Debit } from './debit-lifecycle.ts'
import { addMs, type LifecycleDeps } from './periods.ts'

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

const dayMs = 24 * 3_600_000
/** Lagos is an hour ahead of UTC, without summer time. */
const lagosMs = 3_600_000

/** On business days, starts settlements of what was paid before today in Lagos: one for each account. */
export async function startSettlements(deps: LifecycleDeps): Promise<void> {
  const today = startOfDay(deps.now())
  const weekday = new Date(today.getTime() + lagosMs).getUTCDay()
  if (weekday === 0 || weekday === 6) return
  const { mainSettles } = deps.faults().behaviour
  const before = {
    subAccounts: today,
    main: mainSettles === 'day-later' ? new Date(today.getTime() - dayMs) : today,
  }
  await settle(deps, before, 'pending')
}

/**
 * Settles all unsettled payments, or those of some accounts, and pays out at once unless payouts fail first. Null is the main account,
 * whose payments of today wait if it is settled a day later.
 */
export function settleAll(
  deps: LifecycleDeps,
  accounts?: readonly (string | null)[],
): Promise<Settlement[]> {
  const { mainSettles, settlementOutcome } = deps.faults().behaviour
  const before = new Date(deps.now().getTime() + 1)
  const main = mainSettles === 'day-later' ? startOfDay(deps.now()) : before
  const status = settlementOutcome === 'fails-first' ? 'pending' : 'success'
  return settle(deps, { subAccounts: before, main, accounts }, status)
}

type Before = {
  subAccounts: Date
  main: Date
  accounts?: readonly (string | null)[] | undefined
}

async function settle(deps: LifecycleDeps, before: Before, status: 'pending' | 'success') {
  const { database, faults } = deps
  const earliest = before.main > before.subAccounts ? before.main : before.subAccounts
  if ((await findParties(database, earliest)).length === 0) return []
  return database.transaction(async (queries) => {
    await lockMoney(queries)
    const settled: Settlement[] = []
    for (const code of await findParties(queries, earliest)) {
      if (code === null && faults().behaviour.mainSettles === 'never') continue
      if (before.accounts?.includes(code) === false) continue
      const party = { code, before: code === null ? before.main : before.subAccounts, status }
      const settlement = await settleParty(queries, deps, party)
      if (settlement) settled.push(settlement)
    }
    return settled
  })
}

type Party = { code: string | null; before: Date; status: 'pending' | 'success' }

async function settleParty(
  queries: Queries,
  deps: LifecycleDeps,
  { code, before, status }: Party,
): Promise<Settlement | undefined> {
  const { count, total, fees } = await sumUnsettled(queries, code, before)
  if (count === 0) return undefined
  const now = deps.now()
  const open = code === null ? [] : await findOpenDebits(queries, code)
  const owed = code === null ? total - (await getPayable(queries, before)) : sumOpen(open)
  const left = total - owed
  const effective = deps.faults().behaviour.debtShown === 'zero' ? Math.max(0, left) : left
  const settlement = await insertSettlement(
    queries,
    {
      sub_account_code: code,
      status,
      total_amount: total,
      effective_amount: effective,
      total_fees: fees,
      deductions: total - effective,
      moves_at: status === 'pending' ? addMs(now, deps.periods.settlementPendingMs) : null,
    },
    now,
  )
  await assignPayments(queries, settlement, before)
  await deduct(queries, open, { settlement, amount: Math.min(owed, total) })
  if (status === 'success') await payOut(queries, settlement, now)
  return settlement
}

/** Debits of the main account have left its balance already. Later payments wait for the next settlement. */
async function getPayable(queries: Queries, before: Date): Promise<number> {
  const available = await getAvailableBalance(queries)
  return available - (await sumLaterMainShares(queries, before))
}

const sumOpen = (debits: Debit[]) =>
  debits.reduce((sum, { amount, collected }) => sum + amount - collected, 0)

/** Credits first, then debits from the oldest on, until the amount is reached. */
async function deduct(
  queries: Queries,
  open: Debit[],
  { settlement, amount }: { settlement: Settlement; amount: number },
): Promise<void> {
  let left = amount
  for (const debit of open.toSorted((one, other) => rank(one) - rank(other))) {
    const taken = Math.min(left, debit.amount - debit.collected)
    if (taken === 0) continue
    left -= taken
    await saveDebit(queries, { ...debit, collected: debit.collected + taken })
    const part = { settlementId: settlement.id, debitId: debit.id, amount: taken }
    await insertDeduction(queries, part)
  }
}

const rank = ({ amount }: Debit) => (amount < 0 ? 0 : 1)

const startOfDay = (now: Date): Date =>
  new Date(now.getTime() - ((now.getTime() + lagosMs) % dayMs))

/** Advances settlements that are due: pending, processing, success; or failed first. */
export async function advanceSettlements(deps: LifecycleDeps): Promise<void> {
  const { database, now } = deps
  for (const { id } of await findDueSettlements(database, now()))
    await database.transaction(async (queries) => {
      await lockMoney(queries)
      const settlement = await findSettlement(queries, id)
      if (!settlement?.moves_at || settlement.moves_at > now()) return
      const next = toNext(settlement, deps)
      await saveSettlement(queries, next, now())
      if (next.status === 'success') await payOut(queries, next, now())
    })
}

function toNext(settlement: Settlement, { now, periods, faults }: LifecycleDeps): Settlement {
  const inMs = (ms: number) => addMs(now(), ms)
  if (settlement.status === 'pending')
    return { ...settlement, status: 'processing', moves_at: inMs(periods.settlementProcessingMs) }
  const fails =
    settlement.status === 'processing' && faults().behaviour.settlementOutcome === 'fails-first'
  if (fails) return { ...settlement, status: 'failed', moves_at: inMs(periods.settlementRetryMs) }
  return { ...settlement, status: 'success', moves_at: null }
}

/** The main account's payouts leave the balance. Sub-accounts have none. */
async function payOut(queries: Queries, settlement: Settlement, now: Date): Promise<void> {
  const { id, sub_account_code, effective_amount } = settlement
  if (sub_account_code !== null) return
  const difference = -Math.max(0, effective_amount)
  const change = { difference, cause: 'Settlement', cause_id: id, reason: 'Settlement' }
  await addBalanceChange(queries, change, now)
}
