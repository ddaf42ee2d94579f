import type { Queries } from '../storage/database.ts'

import { getAvailableBalance, lockMoney } from '../state/balance.ts'
import { findOpenDebits, insertDeduction, saveDebit, type Debit } from '../state/debits.ts'
import {
  assignPayments,
  findParties,
  insertSettlement,
  sumLaterMainShares,
  sumUnsettled,
  type Settlement,
} from '../state/settlements.ts'
import { payOut } from './settlement-lifecycle.ts'
import { addMs } from './periods.ts'
import type { LifecycleDeps } from './lifecycle-deps.ts'

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
