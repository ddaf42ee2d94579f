import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { daysLeft } from '#shared/day.ts'

import type { Database } from '../../platform/database/database.ts'
import {
  type Payments,
  feeBearers,
  type SplitTerms,
  type ProviderPayment,
} from '../../providers/payments/payments.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Every row of the ledger names its mode, so that sandbox money and real money never add up. */
export type LedgerDeps = Pick<PaymentDeps, 'database' | 'now' | 'isQuiet'> & { mode: PaymentMode }

/** What donations, refunds and receipts work with. `publicUrl` is the origin of the links sent to the provider and to donors. */
export type PaymentDeps = {
  database: Database
  payments: Payments
  sealing: Sealing
  now: () => Date
  publicUrl: string
  /** Sends no mail to donors, for sample data. */
  isQuiet?: boolean
}

/**
 * created: the provider has not been asked yet. initialized: the donor has a checkout page. init_unknown: the provider did not answer.
 * closed_unpaid: unpaid at the last check; a later success still counts. Only paid and refused are final.
 */
export const donationStates = [
  'created',
  'initialized',
  'init_unknown',
  'refused',
  'paid',
  'closed_unpaid',
  'quarantined',
] as const

export type DonationKey = { campaignId: string; id: string }

/** The columns that a payment is compared with. Only `state` and the amount of an accepted payment ever change. */
export const donationRowSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  mode: z.enum(paymentModes),
  reference: z.string(),
  ownerUid: z.string(),
  donorKey: z.instanceof(Buffer),
  amount: koboSchema,
  /** An admin credits what arrived, which is another amount than the form asked for. */
  isAmountAccepted: z.boolean(),
  platform: koboSchema,
  feeBearer: z.enum(feeBearers),
  transactionCharge: koboSchema,
  recovered: koboSchema,
  subAccountCode: z.string(),
  campaignEnd: z.nullable(z.string()),
  /** Nobody could pay before. */
  openedAt: z.date(),
  state: z.enum(donationStates),
})
export type DonationRow = z.output<typeof donationRowSchema>

export const donationColumns = sql`
  donation.campaign_id as "campaignId", donation.id, donation.mode, donation.reference, donation.owner_uid as "ownerUid",
  donation.donor_key as "donorKey", donation.amount_kobo as amount,
  donation.is_amount_accepted as "isAmountAccepted", donation.platform_kobo as platform,
  donation.fee_bearer as "feeBearer", donation.transaction_charge_kobo as "transactionCharge",
  donation.recovered_kobo as recovered,
  donation.sub_account_code as "subAccountCode", donation.campaign_end as "campaignEnd", donation.state,
  least(donation.created_at, (
    select min(assigned_at) from campaign_account_number given
    where given.mode = donation.mode and given.number = donation.account_number and given.campaign_id = donation.campaign_id)) as "openedAt"`

/** Of 16 bytes that nobody can guess, in characters that the provider accepts. */
export const toReference = (bytes: Buffer) => `AJO-${bytes.toString('hex').toUpperCase()}`
export const newReference = () => toReference(randomBytes(16))
export const referencePattern = /^AJO-[0-9A-F]{32}$/

/** 128 random bits: only the donor knows the code. */
export const newAccessCode = () => randomBytes(16).toString('base64url')
export const accessCodePattern = /^[\w-]{22}$/

/** `askedAt` is when the provider was asked, not when it answered: of two reports the one asked for later is newer. */
export type PaymentReport = { payment: ProviderPayment; source: PaymentSource; askedAt: Date }

/** What caused the provider to be asked. `return` is the donor who comes back from the checkout. */
export type PaymentSource = 'webhook' | 'return' | 'check' | 'sweep'

export type EntrySource = PaymentSource | 'admin'

/** counted: booked now. unchanged: booked before. open: not paid yet. unknown: the reference is not ours. */
export type PaymentOutcome = 'counted' | 'unchanged' | 'open' | 'quarantined' | 'unknown'

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
  const paidAt = toPlausible(payment.paidAt, donation.openedAt, at)
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
    paid_at: paidAt,
    reversed_since: payment.status === 'reversed' ? askedAt : null,
    paid_after_end: isPaidAfterEnd(donation, paidAt ?? at),
    source,
    asked_at: askedAt,
  }
}

/** A clock may be a day wrong. A time before the donation or in the future is not stored: our own time is booked in place of it. */
const clockErrorMs = 86_400_000
function toPlausible(paidAt: Date | null, openedAt: Date, at: Date): Date | null {
  if (paidAt === null) return null
  const [from, to] = [openedAt.getTime() - clockErrorMs, at.getTime() + clockErrorMs]
  return paidAt.getTime() >= from && paidAt.getTime() <= to ? paidAt : null
}

/** A payment that arrives after the campaign's end still counts (readings C10). */
function isPaidAfterEnd({ campaignEnd }: DonationRow, paidAt: Date): boolean {
  const left = daysLeft(campaignEnd, paidAt)
  return left !== null && left <= 0
}

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

/**
 * One of the 16 rows over which each total is divided, by the first digit of the donation's random id, so that simultaneous donations
 * rarely wait for one row. A donation's entries all use one.
 */
export function getTotalSlot(donationId: string): number {
  return Number.parseInt(donationId.slice(0, 1), 16)
}
