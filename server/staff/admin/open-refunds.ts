import * as z from 'zod/mini'

import type { OpenDispute, OpenRefund } from '#shared/admin.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import {
  agreeToRefund,
  refundColumns,
  type RefundRow,
  refundRowSchema,
  reopenRefund,
  stopRefund,
} from '../../money/refunds/refund-rows.ts'
import { recordAction } from './audit-log.ts'

type Deps = Pick<LedgerDeps, 'database' | 'mode'>

const maxRows = 100

const refundRow = z.object({
  id: z.string(),
  campaign: z.nullable(z.string()),
  amount: koboSchema,
  state: z.string(),
  problem: z.nullable(z.string()),
  attempts: z.int(),
  requestedBy: z.nullable(z.enum(['owner', 'admin', 'donor'])),
  reason: z.string(),
  at: z.date(),
  nextAt: z.nullable(z.date()),
  canAgree: z.boolean(),
  canStop: z.boolean(),
})
const disputeRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  status: z.string(),
  category: z.nullable(z.string()),
  dueAt: z.nullable(z.date()),
})

/** Refunds that have not reached the donor, and open disputes by deadline. Refunds with which something is wrong come first, then by age. */
export async function listOpenRefunds({
  database,
  mode,
}: Deps): Promise<{ refunds: OpenRefund[]; disputes: OpenDispute[] }> {
  const [refunds, disputes] = await Promise.all([
    database.rows(refundRow, refundsSql(mode)),
    database.rows(disputeRow, disputesSql(mode)),
  ])
  return {
    refunds: refunds.map(({ at, nextAt, ...refund }) => ({
      ...refund,
      at: at.toISOString(),
      nextAt: nextAt?.toISOString() ?? null,
      canRetry: refund.state === 'given-up',
    })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      dueAt: dispute.dueAt?.toISOString() ?? null,
    })),
  }
}

const refundsSql = (mode: PaymentMode) => sql`
  select open.id, donation.campaign_title as campaign, open.amount, open.state, open.problem, open.attempts,
    open.requested_by as "requestedBy", open.reason, open.at, open.next_at as "nextAt",
    open.awaits_second as "canAgree", open.is_unsent as "canStop"
  from (
    select id::text, campaign_id, donation_id, amount_kobo as amount, state, problem, attempts, requested_by, reason,
      created_at as at, next_attempt_at as next_at, needs_second and agreed_by is null and state in ('requested', 'held') as awaits_second,
      attempts = 0 and state in ('requested', 'held') as is_unsent,
      array_position('{given-up,needs-attention,failed,held}',
        case problem when 'missing-at-provider' then 'given-up' else state end) as urgency
    from refund where mode = ${mode} and state <> 'processed' and problem is distinct from 'stopped'
    union all
    select report.refund_id::text, report.campaign_id, report.donation_id, report.amount_kobo, report.status, null, 1, null, '',
      coalesce(report.created_at, report.asked_at), null, false, false, array_position('{needs-attention}', report.status)
    from provider_refund report
    where report.mode = ${mode} and report.status not in ('processed', 'failed')
      and not exists (
        select from refund where refund.campaign_id = report.campaign_id and refund.mode = report.mode
          and refund.refund_id = report.refund_id)
    union all
    select refund_id::text, null, null, coalesce((seen ->> 'amount')::bigint, 0), refund_status, null, 1, 'admin', reference, resolved_at, null, false, false,
      array_position('{needs-attention}', refund_status)
    from quarantined_payment where mode = ${mode} and state = 'refunded' and refund_status <> 'processed' and not exists (
      select from provider_refund report where report.campaign_id = quarantined_payment.campaign_id
        and report.mode = quarantined_payment.mode and report.refund_id = quarantined_payment.refund_id)) open
  left join donation on donation.campaign_id = open.campaign_id and donation.id = open.donation_id
  order by open.urgency nulls last, open.at, open.id limit ${maxRows}`

const disputesSql = (mode: PaymentMode) => sql`
  select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount, dispute.status,
    dispute.category, dispute.due_at as "dueAt"
  from provider_dispute dispute
  join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
  where dispute.mode = ${mode} and dispute.status not in ('resolved', 'archived')
  order by dispute.due_at nulls last, dispute.dispute_id limit ${maxRows}`

/** A refund of another mode could never be sent. */
export function findGivenUp({ database, mode }: Deps, id: string): Promise<RefundRow | undefined> {
  return database.row(
    refundRowSchema,
    sql`select ${refundColumns} from refund where id = ${asUuid(id)}::uuid and mode = ${mode} and state = 'given-up'
          and problem <> 'stopped'`,
  )
}

/** A refund of which the provider was not told yet. */
export function findUnsent({ database, mode }: Deps, id: string): Promise<RefundRow | undefined> {
  return database.row(
    refundRowSchema,
    sql`select ${refundColumns} from refund where id = ${asUuid(id)}::uuid and mode = ${mode} and state in ('requested', 'held')
          and attempts = 0`,
  )
}

type By = { uid: string; reason: string }
type ActionDeps = Pick<LedgerDeps, 'database' | 'now'>

/** A second person lets a large refund go. */
export async function agreeToLargeRefund(
  { database, now }: ActionDeps,
  refund: RefundRow,
  by: By,
): Promise<void> {
  if (by.uid === refund.requestedByUid) throw new Refused('second-person-needed')
  await database.transaction(async (queries) => {
    if (!(await agreeToRefund(queries, refund, by.uid))) throw new Refused('already-resolved')
    await recordAction(queries, { ...by, action: 'agree-to-refund', subject: refund.id, at: now() })
  })
}

export async function stopUnsentRefund(
  { database, now }: ActionDeps,
  refund: RefundRow,
  by: By,
): Promise<void> {
  await database.transaction(async (queries) => {
    if (!(await stopRefund(queries, refund))) throw new Refused('already-resolved')
    await recordAction(queries, { ...by, action: 'stop-refund', subject: refund.id, at: now() })
  })
}

/** Sends a refund again that was given up, if its money is still there. */
export async function retryRefund(
  { database, now }: ActionDeps,
  refund: RefundRow,
  by: By,
): Promise<void> {
  await database.transaction(async (queries) => {
    const outcome = await reopenRefund(queries, refund)
    if (outcome !== 'reopened') throw new Refused(outcome)
    await recordAction(queries, {
      ...by,
      action: 'retry-refund',
      subject: refund.id,
      at: now(),
    })
  })
}
