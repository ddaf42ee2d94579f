import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import type { ProviderSettlement } from '../providers/payments/settlements.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** Covers the slowest settlements, over weekends and bank holidays. */
const reconciledMs = 35 * 24 * 3_600_000

/** Settlements are shown to organisers. They change nothing in the ledger. */
export function settlementReconciliation(deps: Deps) {
  return {
    /** Saves the provider's settlements of 35 days. Answers how many of them had new or changed payments. */
    async reconcileSettlements(): Promise<number> {
      const askedAt = deps.now()
      const from = new Date(askedAt.getTime() - reconciledMs)
      let read = 0
      for await (const settlement of deps.payments.settlements.listSince(from)) {
        if (settlement.mode !== deps.mode) continue
        if (await saveSettlement(deps, settlement, askedAt)) continue
        await savePayments(deps, settlement)
        read += 1
      }
      return read
    },
  }
}

/** True if the payments of the settlement were read before. */
async function saveSettlement(
  { database }: Deps,
  settlement: ProviderSettlement,
  askedAt: Date,
): Promise<boolean> {
  const saved = await database.row(
    z.object({ isRead: z.boolean() }),
    sql`
    insert into provider_settlement as known (
      mode, settlement_id, status, currency, total_kobo, effective_kobo, fees_kobo, settled_at, asked_at)
    values (
      ${settlement.mode}, ${settlement.settlementId}, ${settlement.status}, ${settlement.currency}, ${settlement.total},
      ${settlement.effective}, ${settlement.fees}, ${settlement.settledAt}, ${askedAt})
    on conflict (mode, settlement_id) do update set
      status = excluded.status, total_kobo = excluded.total_kobo, effective_kobo = excluded.effective_kobo,
      fees_kobo = excluded.fees_kobo, settled_at = excluded.settled_at, asked_at = excluded.asked_at,
      -- Payments join a settlement until it is complete.
      is_read = known.is_read and known.status = excluded.status and known.total_kobo = excluded.total_kobo
    returning is_read as "isRead"`,
  )
  return saved?.isRead ?? false
}

/** Starts over after an interruption; saving a payment twice changes nothing. */
async function savePayments(
  { database, payments }: Deps,
  { mode, settlementId }: ProviderSettlement,
): Promise<void> {
  for await (const { reference } of payments.settlements.listPayments(settlementId))
    await database.run(sql`
      insert into donation_settlement as known (campaign_id, donation_id, mode, settlement_id)
      select campaign_id, donation_id, ${mode}, ${settlementId}::bigint from donation_reference
      where reference = ${reference}
      on conflict (campaign_id, donation_id) do update set settlement_id = excluded.settlement_id
      -- A later settlement replaces one that failed.
      where known.settlement_id < excluded.settlement_id`)
  await database.run(sql`
    update provider_settlement set is_read = true where mode = ${mode} and settlement_id = ${settlementId}`)
}
