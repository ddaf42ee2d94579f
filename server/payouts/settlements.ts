import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import type { ProviderSettlement } from '../providers/payments/payments.ts'
import type { Books, LedgerParts } from '../ledger/ledger-deps.ts'

type Parts = Books & Pick<LedgerParts, 'payments'>

/** Days and banks' holidays: long enough for the slowest. */
const sweptMs = 35 * 24 * 3_600_000

/** What of the gifts has reached a bank account. It is told to owners and counts for nothing in the books. */
export function settlementSweep(parts: Parts) {
  return {
    /** Answers how many settlements were read anew. */
    async sweepSettlements(): Promise<number> {
      const askedAt = parts.now()
      let read = 0
      for await (const settlement of parts.payments.settlements.listSince(
        new Date(askedAt.getTime() - sweptMs),
      )) {
        if (settlement.mode !== parts.mode) continue
        if (await keepSettlement(parts, settlement, askedAt)) continue
        await readPayments(parts, settlement)
        read += 1
      }
      return read
    },
  }
}

/** Writes down what the provider last said of it. True if its payments are known already. */
async function keepSettlement(
  { database }: Parts,
  settlement: ProviderSettlement,
  askedAt: Date,
): Promise<boolean> {
  const kept = await database.row(
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
      -- While it is being put together, payments join it.
      is_read = known.is_read and known.status = excluded.status and known.total_kobo = excluded.total_kobo
    returning is_read as "isRead"`,
  )
  return kept?.isRead ?? false
}

/** Interrupted, it begins anew: what is known already is written once more. */
async function readPayments(
  { database, payments }: Parts,
  { mode, settlementId }: ProviderSettlement,
): Promise<void> {
  for await (const { reference } of payments.settlements.listPayments(settlementId))
    await database.run(sql`
      insert into donation_settlement as known (campaign_id, donation_id, mode, settlement_id)
      select campaign_id, donation_id, ${mode}, ${settlementId}::bigint from donation_reference
      where reference = ${reference}
      on conflict (campaign_id, donation_id) do update set settlement_id = excluded.settlement_id
      -- A later one takes the place of one that failed.
      where known.settlement_id < excluded.settlement_id`)
  await database.run(sql`
    update provider_settlement set is_read = true where mode = ${mode} and settlement_id = ${settlementId}`)
}
