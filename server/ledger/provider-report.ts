import { daysLeft } from '#shared/day.ts'

import { sql, type Sql } from '../database/sql.ts'
import { slotOf } from './chain.ts'
import type { DonationDue } from './donation-row.ts'
import type { PaymentAnswer } from './payment-answer.ts'

/** What the provider said of the payment of one of our donations. */
export type Told = { due: DonationDue; answer: PaymentAnswer }

/** As rows of a statement: one parameter, however many there are. */
export function toldRows(told: readonly Told[], at: Date): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(told.map((one) => rowOf(one, at)))}::jsonb) as told (
    campaign_id text, donation_id uuid, slot smallint, mode text, transaction_id bigint, status text, charged bigint, requested bigint,
    fees bigint, currency text, sub_account_code text, channel text, paid_at timestamptz, reversed_since timestamptz, late boolean,
    source text, asked_at timestamptz)`
}

function rowOf({ due, answer: { payment, source, askedAt } }: Told, at: Date) {
  return {
    campaign_id: due.campaignId,
    donation_id: due.id,
    slot: slotOf(due.id),
    mode: payment.mode,
    transaction_id: payment.transactionId,
    status: payment.status,
    charged: payment.amount,
    requested: payment.requestedAmount,
    fees: payment.fees,
    currency: payment.currency,
    sub_account_code: payment.subAccountCode,
    channel: payment.channel,
    paid_at: payment.paidAt,
    reversed_since: payment.status === 'reversed' ? askedAt : null,
    late: isLate(due, payment.paidAt ?? at),
    source,
    asked_at: askedAt,
  }
}

/** Money that came after the campaign had ended is a gift all the same (readings C10). */
function isLate({ campaignEnd }: DonationDue, paidAt: Date): boolean {
  const left = daysLeft(campaignEnd, paidAt)
  return left !== null && left <= 0
}

/** Writes down what the provider last said. Of two answers the one asked for later stands, whichever arrives first. */
export function snapshotsOf(told: Sql): Sql {
  return sql`
    insert into provider_payment as known (
      campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo, currency,
      sub_account_code, channel, paid_at, reversed_since, asked_at)
    select campaign_id, donation_id, mode, transaction_id, status, charged, requested, fees, currency, sub_account_code, channel,
      paid_at, reversed_since, asked_at
    from ${told}
    order by campaign_id, donation_id
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
