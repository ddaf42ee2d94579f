import { sql, type Sql } from '../database/sql.ts'
import type { PaymentAnswer } from './payment-answer.ts'
import type { DonationDue } from './donation.ts'

/** Writes down what the provider last said. Of two answers the one asked for later stands, whichever arrives first. */
export function snapshotOf(
  { campaignId, id }: DonationDue,
  { payment, askedAt }: PaymentAnswer,
): Sql {
  return sql`
    insert into provider_payment as known (
      campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo, currency,
      sub_account_code, channel, paid_at, reversed_since, asked_at)
    values (
      ${campaignId}, ${id}, ${payment.mode}, ${payment.transactionId}, ${payment.status}, ${payment.amount},
      ${payment.requestedAmount}, ${payment.fees}, ${payment.currency}, ${payment.subAccountCode}, ${payment.channel},
      ${payment.paidAt}, ${payment.status === 'reversed' ? askedAt : null}, ${askedAt})
    on conflict (campaign_id, donation_id) do update set
      transaction_id = excluded.transaction_id, status = excluded.status, amount_kobo = excluded.amount_kobo,
      requested_kobo = excluded.requested_kobo, fees_kobo = coalesce(excluded.fees_kobo, known.fees_kobo),
      currency = excluded.currency, sub_account_code = excluded.sub_account_code, channel = excluded.channel,
      paid_at = coalesce(excluded.paid_at, known.paid_at),
      reversed_since = case when excluded.reversed_since is not null
        then coalesce(known.reversed_since, excluded.reversed_since) end,
      asked_at = excluded.asked_at
    where known.asked_at <= excluded.asked_at`
}
