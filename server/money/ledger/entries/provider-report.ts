import { daysLeft } from '#shared/day.ts'

import { sql, type Sql } from '../../../platform/database/sql.ts'
import type { ProviderPayment } from '../../../providers/payments/provider-payment.ts'
import { getTotalSlot } from './total-slot.ts'
import { toOwnerShare } from './provider-payment.ts'
import type { DonationRow } from './donation-row.ts'

/** `askedAt` is when the provider was asked, not when it answered: of two reports the one asked for later is newer. */
export type PaymentReport = { payment: ProviderPayment; source: PaymentSource; askedAt: Date }

/** What caused the provider to be asked. `return` is the donor who comes back from the checkout. */
export type PaymentSource = 'webhook' | 'return' | 'check' | 'sweep'

/** What caused an entry to be booked. */
export type EntrySource = PaymentSource | 'admin'

/** counted: booked now. unchanged: booked before. open: not paid yet. unknown: the reference is not ours. */
export type PaymentOutcome = 'counted' | 'unchanged' | 'open' | 'quarantined' | 'unknown'

/** What the provider reports about the payment of one of our donations. */
export type ProviderReport = PaymentReport & { donation: DonationRow }

/** The reports as table `report`, passed as one parameter. */
export function reportRows(reports: readonly ProviderReport[], at: Date): Sql {
  const rows = reports.map((report) => toRow(report, at))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as report (
    campaign_id text, donation_id uuid, slot smallint, mode text, transaction_id bigint, status text, charged bigint, requested bigint,
    fees bigint, owner_share bigint, split_provider bigint, split_main bigint, split_sub_account bigint, currency text,
    sub_account_code text, channel text, paid_at timestamptz, reversed_since timestamptz, paid_after_end boolean, source text, asked_at timestamptz)`
}

function toRow({ donation, payment, source, askedAt }: ProviderReport, at: Date) {
  return {
    campaign_id: donation.campaignId,
    donation_id: donation.id,
    slot: getTotalSlot(donation.id),
    mode: payment.mode,
    transaction_id: payment.transactionId,
    status: payment.status,
    charged: payment.amount,
    requested: payment.requestedAmount,
    fees: payment.fees,
    owner_share: toOwnerShare({ ...payment, charged: payment.amount, terms: donation }),
    split_provider: payment.split?.provider ?? null,
    split_main: payment.split?.main ?? null,
    split_sub_account: payment.split?.subAccount ?? null,
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
