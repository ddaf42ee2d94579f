import { sql, type Sql } from '../../../platform/database/sql.ts'
import type { ProviderPayment } from '../../../providers/payments/provider-payment.ts'
import type { SplitTerms } from '../../../providers/payments/split-terms.ts'

/** Statuses of a payment that was paid once, even if it was refunded since. */
export const paidStatuses = ['success', 'reversed', 'reversal-pending']

export const isPaid = ({ status, paidAt }: Pick<ProviderPayment, 'status' | 'paidAt'>) =>
  status === 'success' || (paidStatuses.includes(status) && paidAt !== null)

const isPaidStatus = sql`in ('success', 'reversed', 'reversal-pending')`

type Payment = {
  charged: number
  fees: number | null
  terms: SplitTerms
  split: { subAccount: number } | null
}

/** What the owner receives of a payment: the sub-account's part of the provider's split, or of the agreed one until it is known. */
export function toOwnerShare({ charged, fees, terms, split }: Payment) {
  const borneFee = terms.feeBearer === 'subaccount' ? (fees ?? 0) : 0
  return split?.subAccount ?? Math.max(charged - borneFee - terms.transactionCharge, 0)
}

/**
 * Saves the latest report of each payment. A report that was asked for earlier never overwrites a later one, an unpaid one never a paid
 * one, and a second transaction never the one that was charged. A split without its fee is out of date.
 */
export function upsertPayments(reports: Sql): Sql {
  return sql`
    insert into provider_payment as known (
      campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo, split_provider_kobo,
      split_main_kobo, split_sub_account_kobo, currency, sub_account_code, channel, paid_at, reversed_since, asked_at)
    select campaign_id, donation_id, mode, transaction_id, status, charged, requested, fees, split_provider, split_main,
      split_sub_account, currency, sub_account_code, channel, paid_at, reversed_since, asked_at
    from ${reports}
    order by campaign_id, donation_id
    on conflict (campaign_id, donation_id) do update set
      mode = excluded.mode, transaction_id = excluded.transaction_id, status = excluded.status, amount_kobo = excluded.amount_kobo,
      requested_kobo = excluded.requested_kobo, fees_kobo = coalesce(excluded.fees_kobo, known.fees_kobo),
      split_provider_kobo = case when ${isSplitNew} then excluded.split_provider_kobo else known.split_provider_kobo end,
      split_main_kobo = case when ${isSplitNew} then excluded.split_main_kobo else known.split_main_kobo end,
      split_sub_account_kobo = case when ${isSplitNew} then excluded.split_sub_account_kobo else known.split_sub_account_kobo end,
      currency = excluded.currency, sub_account_code = excluded.sub_account_code, channel = excluded.channel,
      paid_at = coalesce(excluded.paid_at, known.paid_at),
      reversed_since = case when excluded.reversed_since is not null
        then coalesce(known.reversed_since, excluded.reversed_since) end,
      asked_at = excluded.asked_at
    where (known.status ${isPaidStatus}, known.asked_at) <= (excluded.status ${isPaidStatus}, excluded.asked_at)
      and (known.transaction_id = excluded.transaction_id or not known.status ${isPaidStatus})`
}

const isSplitNew = sql`excluded.split_provider_kobo is not null or excluded.fees_kobo <> known.fees_kobo`
