import { type Queries, sql } from '../storage/database.ts'
import type { Debtor } from '../faults/behaviour.ts'
import { addBalanceChange, getAvailableBalance, lockMoney } from '../state/balance.ts'
import { findRefund, saveRefund } from '../state/refunds.ts'
import type { Transaction } from '../state/transactions.ts'
import { addMs, type LifecycleDeps } from './periods.ts'
import * as z from 'zod/mini'

type Reversal = {
  cause: Debit['cause']
  causeId: number
  transaction: Transaction
  amount: number
  /** Takes nothing from the main account yet; `collectDebits` takes it when the balance allows. */
  isDeferred?: boolean
}

/** Debits the parties that pay for a refund or a lost dispute. */
export async function debitParties(
  queries: Queries,
  deps: LifecycleDeps,
  { cause, causeId, transaction, amount, isDeferred = false }: Reversal,
): Promise<void> {
  const now = deps.now()
  const { main, subAccount } = toDebits(deps, cause, { transaction, amount })
  const debit = { cause, cause_id: causeId, collected: 0 }
  if (subAccount > 0) {
    const { sub_account_code } = transaction
    await insertDebit(queries, { ...debit, sub_account_code, amount: subAccount }, now)
  }
  if (main === 0) return
  const row = await insertDebit(queries, { ...debit, sub_account_code: null, amount: main }, now)
  if (!isDeferred) await collectFromMain(queries, row, main, now)
}

/** Whether the main account has less than its part of a refund. */
export async function isMainShort(
  queries: Queries,
  deps: LifecycleDeps,
  refund: { transaction: Transaction; amount: number },
): Promise<boolean> {
  const { main } = toDebits(deps, 'Refund', refund)
  if (main === 0) return false
  await lockMoney(queries)
  return (await getAvailableBalance(queries)) < main
}

function toDebits(
  { faults }: LifecycleDeps,
  cause: Debit['cause'],
  { transaction, amount }: { transaction: Transaction; amount: number },
) {
  const { refundDebits, disputeDebits } = faults().behaviour
  const debtor = cause === 'Refund' ? refundDebits : disputeDebits
  const subAccount = Math.round(amount * toSubAccountPart(debtor, transaction))
  return { main: amount - subAccount, subAccount }
}

function toSubAccountPart(debtor: Debtor, transaction: Transaction): number {
  const { sub_account_code, settlement_id, main_share, sub_share } = transaction
  if (sub_account_code === null) return 0
  switch (debtor) {
    case 'main':
      return 0
    case 'subaccount':
      return 1
    case 'sub-until-settled':
      return settlement_id === null ? 1 : 0
    case 'proportional': {
      // A corrected fee can make a share negative, and no party is debited more than the amount.
      const [main, sub] = [Math.max(0, main_share ?? 0), Math.max(0, sub_share ?? 0)]
      return sub > 0 ? sub / (main + sub) : 0
    }
  }
}

async function collectFromMain(queries: Queries, debit: Debit, amount: number, now: Date) {
  await saveDebit(queries, { ...debit, collected: debit.collected + amount })
  const { cause, cause_id } = debit
  const change = { difference: -amount, cause, cause_id, reason: `${cause} of a payment` }
  await addBalanceChange(queries, change, now)
}

/** Gives back what was collected for a refund that failed or a dispute that was reopened, and cancels the rest. */
export async function cancelDebits(
  queries: Queries,
  deps: LifecycleDeps,
  cause: Debit['cause'],
  causeId: number,
): Promise<void> {
  const now = deps.now()
  for (const debit of await findDebits(queries, cause, causeId)) {
    const { sub_account_code, collected } = debit
    if (sub_account_code === null) {
      await saveDebit(queries, { ...debit, amount: 0, collected: 0 })
      const change = { difference: collected, cause, cause_id: causeId, reason: `${cause} undone` }
      await addBalanceChange(queries, change, now)
    } else {
      await saveDebit(queries, { ...debit, amount: collected })
      if (collected > 0)
        await insertDebit(queries, { ...debit, amount: -collected, collected: 0 }, now)
    }
  }
}

/** Collects deferred debits of the main account, as far as its balance goes. A refund moves on when it is paid for. */
export async function collectDebits({ database, now, periods }: LifecycleDeps): Promise<void> {
  if ((await findOpenDebits(database, null)).length === 0) return
  await database.transaction(async (queries) => {
    await lockMoney(queries)
    let available = await getAvailableBalance(queries)
    for (const debit of await findOpenDebits(queries, null)) {
      const amount = Math.min(available, debit.amount - debit.collected)
      if (amount <= 0) return
      await collectFromMain(queries, debit, amount, now())
      available -= amount
      if (debit.collected + amount < debit.amount) return
      const refund = await findRefund(queries, debit.cause_id)
      if (refund?.status !== 'pending') continue
      const movesAt = addMs(now(), periods.refundPendingMs)
      await saveRefund(queries, { ...refund, moves_at: movesAt }, now())
    }
  })
}

const debitSchema = z.object({
  id: z.number(),
  cause: z.enum(['Refund', 'Dispute']),
  cause_id: z.number(),
  sub_account_code: z.nullable(z.string()),
  amount: z.number(),
  collected: z.number(),
})
export type Debit = z.output<typeof debitSchema>

async function insertDebit(queries: Queries, debit: Omit<Debit, 'id'>, now: Date): Promise<Debit> {
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
