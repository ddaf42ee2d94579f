import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'

import type { Queries } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { DonationKey } from '../ledger/provider-report.ts'

const refundableSchema = z.object({
  mode: z.enum(paymentModes),
  amount: z.int(),
  charged: z.int(),
  fee: z.int(),
  paidAt: z.date(),
  isDisputed: z.boolean(),
})
/** `amount` can still be refunded of what was charged; `fee` is what the provider took, or the quoted fee until it is known. */
export type Refundable = z.output<typeof refundableSchema>

/** Undefined for a donation that is not paid. The amount of the refund `exceptId` is not reserved. */
export function findRefundable(
  queries: Queries,
  { campaignId, id }: DonationKey,
  exceptId?: string,
): Promise<Refundable | undefined> {
  return queries.row(
    refundableSchema,
    sql`select * from (${refundableAmounts(campaignId, exceptId)}) donation where id = ${id}`,
  )
}

/**
 * Per paid donation of a campaign, what can still be refunded: the charge minus our refunds with the fees that donors lost by them,
 * other refunds at the provider that have not failed, chargebacks and bank reversals. A refund of ours that failed keeps its amount,
 * because it is sent again. A refund of another payment of the reference takes nothing. A report can name a refund of ours whose answer
 * has not come. Columns: id and those of `Refundable`.
 */
export const refundableAmounts = (campaignId: string, exceptId?: string): Sql => sql`
    select charge.donation_id as id, charge.mode, charge.effective_at as "paidAt",
      (-charge.donor_kobo)::bigint as charged,
      coalesce(
        known.fees_kobo,
        (select quoted_fee_kobo from donation where donation.campaign_id = charge.campaign_id and donation.id = charge.donation_id)
      )::bigint as fee,
      (-charge.donor_kobo
        - (select coalesce(sum(amount_kobo + withheld_fee_kobo), 0) from refund
           where refund.campaign_id = charge.campaign_id and refund.donation_id = charge.donation_id and state <> 'given-up'
             and id is distinct from ${exceptId ?? null}::uuid)
        - (select coalesce(sum(amount_kobo), 0) from provider_refund report
           where report.campaign_id = charge.campaign_id and report.donation_id = charge.donation_id and status <> 'failed'
             and report.transaction_id = charge.transaction_id
             and not exists (
              select from refund
              where refund.campaign_id = report.campaign_id and refund.mode = report.mode and refund.refund_id = report.refund_id
                and (refund.state <> 'given-up' or refund.id = ${exceptId ?? null}::uuid))
             and not exists (
              select from refund
              where refund.campaign_id = report.campaign_id and refund.donation_id = report.donation_id
                and starts_with(report.merchant_note, 'Ajo ' || refund.id)
                and (refund.state in ('requested', 'held', 'sent', 'failed') or refund.id = ${exceptId ?? null}::uuid))
             and not exists (
              select from provider_dispute dispute
              where dispute.campaign_id = report.campaign_id and dispute.mode = report.mode
                and dispute.dispute_id = report.dispute_id and dispute.status in ('resolved', 'archived')
                and dispute.resolution in ('merchant-accepted', 'auto-accepted')))
        - (select coalesce(sum(donor_kobo), 0) from ledger_entry entry
           where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id
             and kind in ('chargeback', 'bank_reversal')))::bigint as amount,
      exists (
        select from provider_dispute dispute
        where dispute.campaign_id = charge.campaign_id and dispute.donation_id = charge.donation_id
          and status not in ('resolved', 'archived')) as "isDisputed"
    from ledger_entry charge
    left join provider_payment known on known.campaign_id = charge.campaign_id and known.donation_id = charge.donation_id
    where charge.campaign_id = ${campaignId} and charge.kind = 'charge'`
