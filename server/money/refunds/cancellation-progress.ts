import * as z from 'zod/mini'

import type { RefundProgress } from '#shared/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { refundableAmounts } from './refundable-amounts.ts'

const progressRow = z.object({
  donations: z.int(),
  refunded: z.int(),
  inProgress: z.int(),
  waiting: z.int(),
  failed: z.int(),
  needsAttention: z.int(),
  givenUp: z.int(),
  nextAt: z.nullable(z.date()),
})

/** Each donation counts once, by the refund that is furthest from its end. */
export async function countRefunds(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  campaignId: string,
): Promise<RefundProgress> {
  const counts = await database.row(
    progressRow,
    sql`select count(*)::integer as donations,
          (count(*) filter (where state = 'refunded'))::integer as refunded,
          (count(*) filter (where state = 'in-progress'))::integer as "inProgress",
          (count(*) filter (where state = 'waiting'))::integer as waiting,
          (count(*) filter (where state = 'failed'))::integer as failed,
          (count(*) filter (where state = 'needs-attention'))::integer as "needsAttention",
          (count(*) filter (where state = 'given-up'))::integer as "givenUp",
          min("nextAt") as "nextAt"
        from (
          select case
            when known.states && '{given-up}' and donation.amount > 0 then 'given-up'
            when known.states && '{needs-attention}' then 'needs-attention'
            when known.failed then 'failed'
            when known.states && '{requested,held}' or donation.amount > 0 then 'waiting'
            when known.states && '{sent,known}' then 'in-progress'
            else 'refunded' end as state, known."nextAt"
          from (${refundableAmounts(campaignId)}) donation
          left join (
            select donation_id as id, array_agg(state) as states,
              bool_or(state = 'failed' or (state = 'requested' and problem in ('refused', 'insufficient-balance'))) as failed,
              min(next_attempt_at) filter (where state in ('requested', 'held', 'failed')) as "nextAt"
            from refund where campaign_id = ${campaignId} group by donation_id) known using (id)
          where donation.mode = ${mode}) counted`,
  )
  if (!counts) throw new Error('the refunds were not counted')
  return { ...counts, nextAt: counts.nextAt?.toISOString() ?? null }
}
