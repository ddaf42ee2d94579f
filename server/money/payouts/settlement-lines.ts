import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'

import { sql } from '../../platform/database/sql.ts'
import {
  type ProviderPayment,
  feeBearers,
  transferTerms,
} from '../../providers/payments/payments.ts'
import { type LedgerDeps, toOwnerShare } from '../ledger/provider-report.ts'

const legSchema = z.object({
  /** The reference of a donation, or the transaction of another payment. */
  key: z.string(),
  campaignId: z.string(),
  /** One of the two is null. */
  donationId: z.nullable(z.string()),
  quarantinedId: z.nullable(z.string()),
  subAccountCode: z.string(),
  feeBearer: z.enum(feeBearers),
  transactionCharge: koboSchema,
  /** Null until the payment is booked. */
  bookedFee: z.nullable(z.int()),
  ownerLeg: z.int(),
  mainLeg: z.int(),
})
type Leg = z.output<typeof legSchema>

/** A party's part of one payment: `share` is what the provider settled, `leg` what the ledger has. */
export type SettlementLine = {
  campaignId: string
  /** One of the two is null. */
  donationId: string | null
  quarantinedId: string | null
  gross: number
  fee: number | null
  share: number
  leg: number
}

/**
 * The lines of a settlement for one party, the sub-accounts of all its payments, and the references that the ledger does not know.
 * `isComplete`: all of its payments are in the ledger, so that none becomes another line later.
 */
export type SettlementLines = {
  lines: SettlementLine[]
  codes: Set<string>
  unknown: string[]
  isComplete: boolean
  sum: number
}

/** What charges and fees gave each owner and the main account, before returns and payouts. */
async function listLegs(
  { database, mode }: LedgerDeps,
  payments: readonly ProviderPayment[],
): Promise<Map<string, Leg>> {
  const references = payments.map(({ reference }) => reference)
  const ids = payments.map(({ transactionId }) => transactionId)
  const legs = await database.rows(
    legSchema,
    sql`select known.reference as key, donation.campaign_id as "campaignId", donation.id as "donationId",
          null::uuid as "quarantinedId", donation.sub_account_code as "subAccountCode", donation.fee_bearer as "feeBearer",
          donation.transaction_charge_kobo as "transactionCharge", legs.fee as "bookedFee", legs.owner as "ownerLeg", legs.balance - legs.owner as "mainLeg"
        from donation_reference known
        join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
        cross join lateral (
          select coalesce(-sum(payable_due_kobo + payable_held_kobo + owner_receivable_kobo), 0)::bigint as owner,
            coalesce(sum(provider_balance_kobo), 0)::bigint as balance, sum(fee_kobo)::bigint as fee
          from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id and entry.kind in ('charge', 'fee')) legs
        where known.reference = any(${references}) and donation.mode = ${mode} and donation.state <> 'quarantined'
        union all
        select transaction_id::text, booked_in, null, id, coalesce(seen ->> 'subAccountCode', ''), ${transferTerms.feeBearer},
          ${transferTerms.transactionCharge}::bigint, fee_kobo, share_kobo, net_kobo - share_kobo
        from quarantined_payment
        where transaction_id = any(${ids}::bigint[]) and mode = ${mode} and booked_in is not null and state <> 'accepted'`,
  )
  return new Map(legs.map((leg) => [leg.key, leg]))
}

/** Payments of other shops on the same key. */
async function listOthers({ database, mode }: LedgerDeps, payments: readonly ProviderPayment[]) {
  const ids = payments.map(({ transactionId }) => transactionId)
  const rows = await database.rows(
    z.object({ id: z.int() }),
    sql`select transaction_id as id from other_payment where mode = ${mode} and transaction_id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The lines of a settlement for a sub-account, or for the main account if `code` is null. */
export async function toLines(
  deps: LedgerDeps,
  payments: readonly ProviderPayment[],
  code: string | null,
): Promise<SettlementLines> {
  const [legs, others] = await Promise.all([listLegs(deps, payments), listOthers(deps, payments)])
  const lines: SettlementLine[] = []
  const unknown: string[] = []
  const codes = new Set<string>()
  let sum = 0
  let isComplete = true
  for (const payment of payments) {
    const leg = legs.get(String(payment.transactionId)) ?? legs.get(payment.reference)
    const share = toShare(payment, leg, code)
    const paidTo = payment.subAccountCode ?? leg?.subAccountCode
    if (paidTo) codes.add(paidTo)
    sum += share
    if (leg === undefined && !others.has(payment.transactionId)) unknown.push(payment.reference)
    if (leg ? leg.bookedFee === null : !others.has(payment.transactionId)) isComplete = false
    if (leg)
      lines.push({
        campaignId: leg.campaignId,
        donationId: leg.donationId,
        quarantinedId: leg.quarantinedId,
        gross: payment.amount,
        fee: payment.fees,
        share,
        leg: code === null ? leg.mainLeg : leg.ownerLeg,
      })
  }
  return { lines, codes, unknown, isComplete, sum }
}

function toShare(payment: ProviderPayment, leg: Leg | undefined, code: string | null) {
  if (code === null) return toMainShare(payment, leg)
  const paidTo = payment.subAccountCode ?? leg?.subAccountCode
  return paidTo === code ? toSubAccountShare(payment, leg) : 0
}

/** As the provider reports it, otherwise as it is booked, or as it was agreed for a payment or fee that is not booked yet. */
function toSubAccountShare({ split, amount, fees }: ProviderPayment, leg: Leg | undefined) {
  if (split !== null || leg === undefined) return split?.subAccount ?? 0
  return isBooked(leg, fees)
    ? leg.ownerLeg
    : toOwnerShare({ charged: amount, fees, terms: leg, split })
}

function toMainShare(payment: ProviderPayment, leg: Leg | undefined) {
  const { split, amount, fees } = payment
  if (split !== null) return split.main
  if (leg && isBooked(leg, fees)) return leg.mainLeg
  return amount - (fees ?? 0) - toSubAccountShare(payment, leg)
}

const isBooked = ({ bookedFee }: Leg, fees: number | null) =>
  bookedFee !== null && (fees === null || fees === bookedFee)
