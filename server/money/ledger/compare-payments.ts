import * as z from 'zod/mini'

import { sql, type Sql } from '../../platform/database/sql.ts'
import type {
  ProviderPayment,
  UnreadableRow,
  BalanceChange,
} from '../../providers/payments/payments.ts'
import type { LedgerDeps, PaymentDeps } from './provider-report.ts'
import type { Difference } from './differences.ts'

export type CompareDeps = LedgerDeps & Pick<PaymentDeps, 'payments'>
export type Span = { from: Date; to: Date }
export type OnUnreadable = (row: UnreadableRow) => void

const batchSize = 200
/** A payment is booked within minutes, and the sweep of payments runs every 15 minutes. */
const bookedWithinMs = 3_600_000

const chargeSchema = z.object({
  reference: z.string(),
  transactionId: z.int(),
  mode: z.string(),
  subAccountCode: z.string(),
  charged: z.int(),
  fees: z.int(),
  isReversedByBank: z.boolean(),
})
type Charge = z.output<typeof chargeSchema>

/** A charge of the ledger with what its donation's entries sum to. Stored answers of the provider are not read. */
const charges = (condition: Sql) => sql`
  select donation.reference, charge.transaction_id as "transactionId", charge.mode, donation.sub_account_code as "subAccountCode",
    -charge.donor_kobo as charged, legs.fees, legs."isReversedByBank"
  from donation
  join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id and charge.kind = 'charge'
  cross join lateral (
    select coalesce(sum(entry.provider_kobo), 0)::bigint as fees,
      coalesce(sum(entry.donor_kobo) filter (where entry.reversal_key like 'bank_reversal:%'), 0) <> 0 as "isReversedByBank"
    from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) legs
  where ${condition}`

/** As `charges`, of quarantined payments that are not credited. */
const quarantinedCharges = (condition: Sql) => sql`
  select reference, transaction_id as "transactionId", mode, coalesce(seen ->> 'subAccountCode', '') as "subAccountCode",
    legs.charged, legs.fees, false as "isReversedByBank"
  from quarantined_payment quarantined
  cross join lateral (
    select coalesce(sum(provider_balance_kobo + fee_kobo), 0)::bigint as charged, coalesce(sum(fee_kobo), 0)::bigint as fees
    from ledger_entry entry
    where entry.campaign_id = quarantined.booked_in and entry.mode = quarantined.mode and entry.kind = 'unidentified'
      and split_part(entry.effect_key, ':', 3) = quarantined.transaction_id::text) legs
  where booked_in is not null and state <> 'accepted' and ${condition}`

/** Compares the charges of donations that were started in the span with the provider's transactions of the span, both ways. */
export async function comparePayments(
  deps: CompareDeps,
  span: Span,
  onUnreadable: OnUnreadable,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const seen = new Set<string>()
  let batch: ProviderPayment[] = []
  const compare = async () => {
    differences.push(...(await compareBatch(deps, batch)))
    batch = []
  }
  for await (const payment of deps.payments.listSince(span.from, { to: span.to, onUnreadable })) {
    seen.add(payment.reference)
    if (batch.push(payment) === batchSize) await compare()
  }
  await compare()
  return [...differences, ...(await findUnlisted(deps, span, seen))]
}

async function compareBatch(
  deps: CompareDeps,
  payments: readonly ProviderPayment[],
): Promise<Difference[]> {
  if (payments.length === 0) return []
  const { database } = deps
  const references = payments.map(({ reference }) => reference)
  const ids = payments.map(({ transactionId }) => transactionId)
  const booked = await database.rows(
    chargeSchema,
    sql`${charges(sql`donation.reference = any(${references}) and exists (
      select from donation_reference known
      where known.reference = donation.reference and known.campaign_id = donation.campaign_id and known.donation_id = donation.id)`)}
      union all ${quarantinedCharges(sql`mode = ${deps.mode} and transaction_id = any(${ids}::bigint[])`)}`,
  )
  const chargeByReference = new Map(booked.map((charge) => [charge.reference, charge]))
  const quarantined = await listQuarantined(deps, payments)
  return payments.flatMap((payment) => {
    const charge = chargeByReference.get(payment.reference)
    if (charge) return comparePayment(charge, payment)
    const isExpected = isMissing(deps, payment) && !quarantined.has(payment.transactionId)
    return isExpected ? [toDifference('payment-without-entry', null, payment)] : []
  })
}

/** The provider holds the money of a payment, and there was time to book it. */
function isMissing({ now }: CompareDeps, { status, paidAt }: ProviderPayment): boolean {
  const isSettled = (paidAt?.getTime() ?? 0) < now().getTime() - bookedWithinMs
  return status === 'success' && isSettled
}

async function listQuarantined(
  { database, mode }: CompareDeps,
  payments: readonly ProviderPayment[],
) {
  const ids = payments.map(({ transactionId }) => transactionId)
  const rows = await database.rows(
    z.object({ transactionId: z.int() }),
    sql`select transaction_id as "transactionId" from quarantined_payment
        where mode = ${mode} and transaction_id = any(${ids}::bigint[])
        union select transaction_id from other_payment where mode = ${mode} and transaction_id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ transactionId }) => transactionId))
}

function comparePayment(charge: Charge, payment: ProviderPayment): Difference[] {
  const ours = [charge.transactionId, charge.mode, charge.charged, 'NGN', charge.subAccountCode]
  const theirs = [
    payment.transactionId,
    payment.mode,
    payment.amount,
    payment.currency,
    payment.subAccountCode ?? charge.subAccountCode,
  ]
  const isPaid = payment.status === 'success' || payment.status.startsWith('revers')
  const isReversed = charge.isReversedByBank && payment.status === 'success'
  const differences: Difference[] = []
  if (!isPaid || isReversed)
    differences.push(toDifference('entry-without-payment', charge, payment))
  if (ours.join(' ') !== theirs.join(' ')) {
    const sides = { ours: ours.join(' '), theirs: theirs.join(' ') }
    differences.push({ kind: 'payment-differs', key: payment.reference, ...sides })
  }
  if (payment.fees !== null && payment.fees !== charge.fees) {
    const sides = { ours: String(charge.fees), theirs: String(payment.fees) }
    differences.push({ kind: 'fee-differs', key: payment.reference, ...sides })
  }
  return differences
}

function toDifference(
  kind: Difference['kind'],
  charge: Charge | null,
  payment: ProviderPayment | undefined,
): Difference {
  const key = charge?.reference ?? payment?.reference ?? ''
  const ours = charge && `${charge.charged}${charge.isReversedByBank ? ' reversed' : ''}`
  return { kind, key, ours, theirs: payment ? `${payment.amount} ${payment.status}` : null }
}

/** Charges that the list lacks. The provider is asked for each, because its clock differs from ours around midnight. */
async function findUnlisted(
  deps: CompareDeps,
  { from, to }: Span,
  seen: ReadonlySet<string>,
): Promise<Difference[]> {
  const { database, mode, payments } = deps
  const differences: Difference[] = []
  const booked = await database.rows(
    chargeSchema,
    sql`${charges(sql`donation.mode = ${mode} and donation.created_at >= ${from} and donation.created_at < ${to}`)}
      union all ${quarantinedCharges(sql`mode = ${mode} and created_at >= ${from} and created_at < ${to}`)}`,
  )
  for (const charge of booked) {
    if (seen.has(charge.reference)) continue
    const payment = await payments.verify(charge.reference)
    if (payment === undefined)
      differences.push(toDifference('entry-without-payment', charge, payment))
    else differences.push(...comparePayment(charge, payment))
  }
  return differences
}

/** Rows can appear late, and the sweep that books them runs every hour. */
const deductedWithinMs = 3 * 3_600_000

/** The first and the last day have also the entries that are dated before or after all days. */
type DaySpan = Span & { isFirst: boolean; isLast: boolean }

/** Compares the deductions booked in the span with the changes of the main account's balance that the provider lists, both ways. */
export async function compareDeductions(
  deps: CompareDeps,
  span: DaySpan,
  onUnreadable: OnUnreadable,
): Promise<Difference[]> {
  const { from, to } = span
  const listed = new Map<number, BalanceChange>()
  for await (const change of deps.payments.balance.listSince(from, { to, onUnreadable }))
    if (isDeduction(change) && change.at >= from && change.at < to) listed.set(change.id, change)
  const booked = await listDeductions(deps, span)
  return [
    ...(await findMissingDeductions(deps, [...listed.values()], booked)),
    ...[...booked].flatMap(([id, ours]) => {
      const theirs = listed.get(id)
      return theirs && -theirs.difference === ours ? [] : [toDeductionDifference(id, ours, theirs)]
    }),
  ]
}

/** What payments add and settlements take is compared with the payments and settlements. */
const isDeduction = ({ cause }: BalanceChange) => cause !== 'transaction' && cause !== 'settlement'

const toDeductionDifference = (
  id: number,
  ours: number | null,
  theirs: BalanceChange | undefined,
): Difference => ({
  kind: ours === null ? 'deduction-without-entry' : 'deduction-unexplained',
  key: `deduction ${id}`,
  ours: ours === null ? null : String(ours),
  theirs: theirs ? `${-theirs.difference} ${theirs.cause}` : null,
})

/** Kobo by the provider's id of the change. An entry is dated by its change. */
async function listDeductions(
  { database, mode }: CompareDeps,
  { from, to, isFirst, isLast }: DaySpan,
): Promise<Map<number, number>> {
  const rows = await database.rows(
    z.object({ id: z.int(), kobo: z.int() }),
    sql`select split_part(effect_key, ':', 3)::bigint as id, sum(donor_clearing_kobo)::bigint as kobo from ledger_entry
        where mode = ${mode} and kind = 'deduction'
          and (effective_at >= ${from} or ${isFirst}::boolean) and (effective_at < ${to} or ${isLast}::boolean)
        group by 1`,
  )
  return new Map(rows.map(({ id, kobo }) => [id, kobo]))
}

/** Listed changes without an entry of their time. A change that no refund explains yet is reported by the sweep that books them. */
async function findMissingDeductions(
  { database, mode }: CompareDeps,
  listed: readonly BalanceChange[],
  booked: ReadonlyMap<number, number>,
): Promise<Difference[]> {
  const unbooked = listed.filter(({ id }) => !booked.has(id))
  const rows = await database.rows(
    z.object({ id: z.int() }),
    sql`select wanted.id from unnest(
          ${unbooked.map(({ id }) => id)}::bigint[], ${unbooked.map(({ at }) => at.toISOString())}::timestamptz[]) as wanted (id, at)
        join balance_read on balance_read.mode = ${mode}
          and wanted.at < read_until - make_interval(secs => ${deductedWithinMs / 1000})
        left join balance_change change on change.mode = ${mode} and change.change_id = wanted.id
        where change.change_id is null or change.is_booked`,
  )
  const missing = new Set(rows.map(({ id }) => id))
  return unbooked
    .filter(({ id }) => missing.has(id))
    .map((change) => toDeductionDifference(change.id, null, change))
}
