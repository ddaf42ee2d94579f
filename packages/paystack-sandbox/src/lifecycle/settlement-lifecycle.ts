import type { Queries } from '../storage/database.ts'

import { addBalanceChange, lockMoney } from '../state/balance.ts'
import {
  findDueSettlements,
  findSettlement,
  saveSettlement,
  type Settlement,
} from '../state/settlements.ts'
import { addMs } from './periods.ts'
import type { LifecycleDeps } from './lifecycle-deps.ts'

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
export async function payOut(queries: Queries, settlement: Settlement, now: Date): Promise<void> {
  const { id, sub_account_code, effective_amount } = settlement
  if (sub_account_code !== null) return
  const difference = -Math.max(0, effective_amount)
  const change = { difference, cause: 'Settlement', cause_id: id, reason: 'Settlement' }
  await addBalanceChange(queries, change, now)
}
