import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CampaignReversals } from './allocate-deductions.ts'

const reversalsSchema = z.object({
  campaignId: z.string(),
  open: z.int(),
  pending: z.int(),
  failed: z.int(),
})

/**
 * Reversals of the sub-account's campaigns that the provider has not deducted, oldest first. A refund that is under way may be deducted
 * before it is processed, and a dispute that was reopened for less may have been deducted up to its payment. What the settlement has
 * deducted already is open to it again.
 */
export function listReversals(
  queries: Queries,
  code: string,
  { mode, settlementId }: { mode: PaymentMode; settlementId: number | null },
): Promise<CampaignReversals[]> {
  return queries.rows(
    reversalsSchema,
    sql`select known.campaign_id as "campaignId", (cleared.open + cleared.own)::bigint as open, pending.kobo::bigint as pending,
          failed.kobo::bigint as failed
        from sub_account_campaign known
        cross join lateral (
          select coalesce(-sum(donor_clearing_kobo), 0) as open, min(booked_at) filter (where reversal_key is not null) as oldest,
            coalesce(sum(donor_clearing_kobo) filter (
              where kind = 'payout' and split_part(effect_key, ':', 3) = ${String(settlementId)}), 0) as own
          from ledger_entry entry where entry.campaign_id = known.campaign_id and entry.mode = ${mode}
            and entry.donor_clearing_kobo <> 0) cleared
        cross join lateral (
          select coalesce(sum(kobo), 0) as kobo from (
            select amount_kobo as kobo from provider_refund refund
            where refund.campaign_id = known.campaign_id and refund.mode = ${mode} and status not in ('processed', 'failed')
            union all
            select refund_kobo from provider_dispute dispute
            where dispute.campaign_id = known.campaign_id and dispute.mode = ${mode} and status not in ('resolved', 'archived')
            union all
            ${quarantinedRefunds(mode)} and refund_status not in ('processed', 'failed')) open
        ) pending
        cross join lateral (
          select coalesce(sum(kobo), 0) as kobo from (
            select amount_kobo as kobo from provider_refund refund
            where refund.campaign_id = known.campaign_id and refund.mode = ${mode} and status = 'failed'
            union all
            select greatest(0, paid.amount_kobo - case
                when dispute.status not in ('resolved', 'archived') then coalesce(refund_kobo, 0)
                when dispute.resolution in ('merchant-accepted', 'auto-accepted') then coalesce(refund_kobo, paid.amount_kobo)
                else 0 end)
            from provider_dispute dispute
            join provider_payment paid on paid.campaign_id = dispute.campaign_id and paid.donation_id = dispute.donation_id
            where dispute.campaign_id = known.campaign_id and dispute.mode = ${mode}
            union all
            ${quarantinedRefunds(mode)} and refund_status = 'failed') ended) failed
        where known.mode = ${mode} and known.sub_account_code = ${code}
        order by cleared.oldest nulls last, known.campaign_id`,
  )
}

const quarantinedRefunds = (mode: PaymentMode) => sql`
            select (seen ->> 'amount')::bigint from quarantined_payment payment
            where payment.campaign_id = known.campaign_id and payment.mode = ${mode} and owner_uid is not null`

/** Whether more was deducted for a campaign of the sub-account than its reversals explain: another campaign's was meant. */
export async function isDeductedTooMuch(
  queries: Queries,
  code: string,
  mode: PaymentMode,
): Promise<boolean> {
  const reversals = await listReversals(queries, code, { mode, settlementId: null })
  return (
    reversals.length > 1 &&
    reversals.some(({ open, pending, failed }) => open + pending + failed < 0)
  )
}
