import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Position } from '../chart/position.ts'

const positionSchema = z.object({
  payableDue: z.int(),
  payableHeld: z.int(),
  ownerReceivable: z.int(),
})

/**
 * Locks the position of a campaign's owner until the end of the transaction and answers it. All entries but charges are booked under this
 * lock; a charge only adds to what is due, so it cannot overdraw a position that was read before it.
 */
export async function lockPosition(
  queries: Transaction,
  { campaignId, mode }: { campaignId: string; mode: PaymentMode },
): Promise<Position> {
  await queries.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${mode} ${campaignId}`}, 0))`,
  )
  // A second statement sees what was committed while the first one waited.
  const position = await queries.row(
    positionSchema,
    sql`select coalesce(sum(payable_due_kobo), 0)::bigint as "payableDue",
          coalesce(sum(payable_held_kobo), 0)::bigint as "payableHeld",
          coalesce(sum(owner_receivable_kobo), 0)::bigint as "ownerReceivable"
        from campaign_total where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (position === undefined) throw new Error('a sum of totals returned no row')
  return position
}
