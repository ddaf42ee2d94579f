import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { type RefundTimeline, refundStates } from '#shared/refund.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DonationKey } from '../ledger/provider-report.ts'

const timelineRow = z.object({
  donationId: z.string(),
  id: z.string(),
  amount: koboSchema,
  fee: koboSchema,
  requestedBy: z.enum(['owner', 'admin', 'donor']),
  cause: z.enum(['request', 'cancellation']),
  reason: z.string(),
  state: z.enum(refundStates),
  steps: z.array(z.object({ state: z.enum(refundStates), at: z.string() })),
})

/** Who reads it. What a donor wrote to Ajo is not for the organiser. */
type TimelineReader = 'donor' | 'owner' | 'admin'

/** The refunds of each donation with the time of each state, oldest first. A donation without refunds has no entry. */
export async function listRefundTimelines(
  queries: Queries,
  donations: readonly DonationKey[],
  reader: TimelineReader,
): Promise<Map<string, RefundTimeline[]>> {
  const timelines = new Map<string, RefundTimeline[]>()
  if (donations.length === 0) return timelines
  const rows = await queries.rows(
    timelineRow,
    sql`select refund.donation_id as "donationId", refund.id, refund.amount_kobo as amount,
          refund.withheld_fee_kobo as fee, refund.requested_by as "requestedBy", refund.cause, refund.reason, refund.state,
          (select jsonb_agg(jsonb_build_object('state', step.state, 'at',
              to_char(step.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by step.id)
            from refund_step step where step.campaign_id = refund.campaign_id and step.refund_id = refund.id) as steps
        from unnest(${donations.map(({ campaignId }) => campaignId)}::text[], ${donations.map(({ id }) => id)}::uuid[])
          as wanted (campaign_id, donation_id)
        join refund using (campaign_id, donation_id)
        order by refund.created_at, refund.id`,
  )
  for (const { donationId, reason, ...refund } of rows) {
    const isHidden = reader === 'owner' && refund.requestedBy === 'donor'
    const shown = { ...refund, reason: isHidden ? '' : reason }
    timelines.set(donationId, [...(timelines.get(donationId) ?? []), shown])
  }
  return timelines
}
