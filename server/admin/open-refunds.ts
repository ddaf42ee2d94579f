import * as z from 'zod/mini'

import type { OpenDispute, OpenRefund } from '#shared/admin.ts'
import { koboSchema } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const maxRows = 100

const refundRow = z.object({
  id: z.string(),
  campaign: z.string(),
  amount: koboSchema,
  state: z.string(),
  requestedBy: z.nullable(z.enum(['owner', 'admin', 'donor'])),
  reason: z.string(),
  at: z.date(),
})
const disputeRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  status: z.string(),
  category: z.nullable(z.string()),
  dueAt: z.nullable(z.date()),
})

/** Refunds that have not reached the donor, oldest first, and open disputes by deadline. */
export async function listOpenRefunds(
  database: Database,
): Promise<{ refunds: OpenRefund[]; disputes: OpenDispute[] }> {
  const [refunds, disputes] = await Promise.all([
    database.rows(refundRow, refundsSql),
    database.rows(disputeRow, disputesSql),
  ])
  return {
    refunds: refunds.map((refund) => ({ ...refund, at: refund.at.toISOString() })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      dueAt: dispute.dueAt?.toISOString() ?? null,
    })),
  }
}

const refundsSql = sql`
  select open.id, donation.campaign_title as campaign, open.amount, open.state, open.requested_by as "requestedBy",
    coalesce(open.reason, '') as reason, open.at
  from (
    select id::text, campaign_id, donation_id, amount_kobo as amount, state, requested_by, reason, created_at as at
    from refund_request where state = 'waiting'
    union all
    select refund.refund_id::text, refund.campaign_id, refund.donation_id, refund.amount_kobo, refund.status, request.requested_by,
      request.reason, coalesce(request.created_at, refund.created_at, refund.asked_at)
    from provider_refund refund
    left join refund_request request on request.campaign_id = refund.campaign_id and request.mode = refund.mode
      and request.refund_id = refund.refund_id
    where refund.status not in ('processed', 'failed')) open
  join donation on donation.campaign_id = open.campaign_id and donation.id = open.donation_id
  order by open.at limit ${maxRows}`

const disputesSql = sql`
  select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount, dispute.status,
    dispute.category, dispute.due_at as "dueAt"
  from provider_dispute dispute
  join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
  where dispute.status not in ('resolved', 'archived')
  order by dispute.due_at nulls last, dispute.dispute_id limit ${maxRows}`
