import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { changeRefund, type RefundRow } from './refund-rows.ts'
import { findRefundable } from './refundable-amounts.ts'

export type ReopenOutcome = 'reopened' | 'already-resolved' | 'refund-too-large'

/**
 * Requests a refund again that was given up. The donation's row is locked, so that no two refunds take the same money: each would find it
 * reserved for the other, and both would be given up.
 */
export async function reopenRefund(
  queries: Transaction,
  refund: RefundRow,
): Promise<ReopenOutcome> {
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  await queries.run(
    sql`select from donation where campaign_id = ${key.campaignId} and id = ${key.id} for update`,
  )
  const left = (await findRefundable(queries, key, refund.id))?.amount ?? 0
  // A cancellation refunds what is left.
  const needed = refund.cause === 'cancellation' ? 1 : refund.amount
  if (left < needed) return 'refund-too-large'
  return (await changeRefund(queries, refund, 'reopen')) ? 'reopened' : 'already-resolved'
}
