import { daysLeft } from '#shared/day.ts'

import { sql, type Sql } from '../../database/sql.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'
import { getSlot } from './entry-chain.ts'
import type { DonationRow } from './donation-row.ts'

/** `askedAt` is when the provider was asked, not when it answered: of two reports the one asked for later is newer. */
export type PaymentReport = { payment: ProviderPayment; source: PaymentSource; askedAt: Date }

/** What caused the provider to be asked. `return` is the donor who comes back from the checkout. */
export type PaymentSource = 'webhook' | 'return' | 'check' | 'sweep'

/** counted: booked now. unchanged: booked before. open: not paid yet. unknown: the reference is not ours. */
export type PaymentOutcome = 'counted' | 'unchanged' | 'open' | 'quarantined' | 'unknown'

/** What the provider reports about the payment of one of our donations. */
export type ProviderReport = PaymentReport & { donation: DonationRow }

/** The reports as table `report`, passed as one parameter. */
export function reportRows(reports: readonly ProviderReport[], at: Date): Sql {
  const rows = reports.map((report) => toRow(report, at))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as report (
    campaign_id text, donation_id uuid, slot smallint, mode text, transaction_id bigint, status text, charged bigint, requested bigint,
    fees bigint, currency text, sub_account_code text, channel text, paid_at timestamptz, reversed_since timestamptz,
    paid_after_end boolean, source text, asked_at timestamptz)`
}

function toRow({ donation, payment, source, askedAt }: ProviderReport, at: Date) {
  return {
    campaign_id: donation.campaignId,
    donation_id: donation.id,
    slot: getSlot(donation.id),
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
    paid_after_end: isPaidAfterEnd(donation, payment.paidAt ?? at),
    source,
    asked_at: askedAt,
  }
}

/** A payment that arrives after the campaign's end still counts (readings C10). */
function isPaidAfterEnd({ campaignEnd }: DonationRow, paidAt: Date): boolean {
  const left = daysLeft(campaignEnd, paidAt)
  return left !== null && left <= 0
}

/** Saves the latest report of each payment. A report that was asked for earlier never overwrites a later one. */
export function upsertPayments(reports: Sql): Sql {
  return sql`
    insert into provider_payment as known (
      campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo, currency,
      sub_account_code, channel, paid_at, reversed_since, asked_at)
    select campaign_id, donation_id, mode, transaction_id, status, charged, requested, fees, currency, sub_account_code, channel,
      paid_at, reversed_since, asked_at
    from ${reports}
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
