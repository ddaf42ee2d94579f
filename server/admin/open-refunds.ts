import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const most = 100

const refundRow = z.object({
  id: z.string(),
  campaign: z.string(),
  amount: koboSchema,
  state: z.string(),
  askedBy: z.nullable(z.enum(['owner', 'admin', 'donor'])),
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

/** Money on its way back: what waits longest first, and the disputes by their deadlines. */
export async function openReturns(database: Database) {
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

/** Those that never reached the provider, and those that have not reached the donor. */
const refundsSql = sql`
  select open.id, donation.campaign_title as campaign, open.amount, open.state, open.asked_by as "askedBy",
    coalesce(open.reason, '') as reason, open.at
  from (
    select id::text, campaign_id, donation_id, amount_kobo as amount, state, asked_by, reason, created_at as at
    from refund_request where state = 'waiting'
    union all
    select refund.refund_id::text, refund.campaign_id, refund.donation_id, refund.amount_kobo, refund.status, request.asked_by,
      request.reason, coalesce(request.created_at, refund.created_at, refund.asked_at)
    from provider_refund refund
    left join refund_request request on request.campaign_id = refund.campaign_id and request.mode = refund.mode
      and request.refund_id = refund.refund_id
    where refund.status not in ('processed', 'failed')) open
  join donation on donation.campaign_id = open.campaign_id and donation.id = open.donation_id
  order by open.at limit ${most}`

const disputesSql = sql`
  select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount, dispute.status,
    dispute.category, dispute.due_at as "dueAt"
  from provider_dispute dispute
  join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
  where dispute.status not in ('resolved', 'archived')
  order by dispute.due_at nulls last, dispute.dispute_id limit ${most}`
