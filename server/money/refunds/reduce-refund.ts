import type { Kobo } from '#shared/money.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refundColumns, refundRowSchema, type RefundRow } from './refund-rows.ts'

/** Lowers the amount of a refund that no call is under way for. Undefined if another process has taken its lease. */
export function reduceRefund(
  queries: Queries,
  { campaignId, id, leaseToken }: RefundRow,
  amount: Kobo,
): Promise<RefundRow | undefined> {
  return queries.row(
    refundRowSchema,
    sql`update refund set amount_kobo = ${amount}, changed_at = clock_timestamp()
        where campaign_id = ${campaignId} and id = ${id} and state = 'requested' and amount_kobo > ${amount}
          and lease_token = ${leaseToken}::uuid
        returning ${refundColumns}`,
  )
}
