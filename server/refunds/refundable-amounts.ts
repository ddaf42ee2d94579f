import { sql } from '../database/sql.ts'

/**
 * Per paid donation of a campaign, what can still be refunded: the charge minus refunds that have not failed, requests that
 * have not reached the provider, chargebacks and bank reversals. Columns: id, mode, "paidAt", amount, "isDisputed".
 */
export const refundableAmounts = (campaignId: string) => sql`
    select charge.donation_id as id, charge.mode, coalesce(known.paid_at, charge.at) as "paidAt",
      (-charge.donor_kobo
        - (select coalesce(sum(amount_kobo), 0) from provider_refund refund
           where refund.campaign_id = charge.campaign_id and refund.donation_id = charge.donation_id and status <> 'failed'
             and not exists (
              select from provider_dispute dispute
              where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode
                and dispute.dispute_id = refund.dispute_id and dispute.status in ('resolved', 'archived')
                and dispute.resolution in ('merchant-accepted', 'auto-accepted')))
        - (select coalesce(sum(amount_kobo), 0) from refund_request request
           where request.campaign_id = charge.campaign_id and request.donation_id = charge.donation_id and state = 'waiting')
        - (select coalesce(sum(donor_kobo), 0) from ledger_entry entry
           where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id
             and kind in ('chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo')))::bigint as amount,
      exists (
        select from provider_dispute dispute
        where dispute.campaign_id = charge.campaign_id and dispute.donation_id = charge.donation_id
          and status not in ('resolved', 'archived')) as "isDisputed"
    from ledger_entry charge
    left join provider_payment known on known.campaign_id = charge.campaign_id and known.donation_id = charge.donation_id
    where charge.campaign_id = ${campaignId} and charge.kind = 'charge'`
