import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import type { DifferenceKind } from '#shared/difference.ts'
import { getFeeRange } from '#shared/fees.ts'

import { withStandby } from '../../platform/database/pools.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { LedgerDeps, PaymentDeps } from './provider-report.ts'
import { type Finding, findingSchema, type LedgerCheck } from './ledger-check.ts'
import {
  type UnreadableRow,
  type ProviderPayment,
  type BalanceChange,
  isLost,
  type ProviderDispute,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import { openSweep } from '../../platform/queue/sweep.ts'

/** What the ledger and the provider say about one thing; null where one of them knows nothing. */
export type Difference = {
  kind: DifferenceKind
  key: string
  ours: string | null
  theirs: string | null
}

/**
 * Saves all differences that a comparison of this scope found, and resolves those that it no longer found. Answers how many are open that
 * were not open before.
 */
export async function saveDifferences(
  { database, mode, now }: LedgerDeps,
  scope: string,
  found: readonly Difference[],
): Promise<number> {
  const at = now()
  if (found.length === 0) {
    // Most scopes have none, so one statement is enough.
    await database.run(sql`
      update ledger_difference set state = 'resolved', changed_at = ${at}
      where mode = ${mode} and scope = ${scope} and state <> 'resolved'`)
    return 0
  }
  return database.transaction(async ({ run }) => {
    let opened = 0
    for (const { kind, key, ours, theirs } of found)
      opened += await run(sql`
        insert into ledger_difference as known (
          id, mode, scope, kind, key, ours, theirs, state, first_seen_at, last_seen_at, changed_at)
        values (${randomUUID()}, ${mode}, ${scope}, ${kind}, ${key}, ${ours}, ${theirs}, 'open', ${at}, ${at}, ${at})
        on conflict (mode, scope, kind, key) do update set
          ours = excluded.ours, theirs = excluded.theirs, state = 'open', last_seen_at = excluded.last_seen_at,
          changed_at = excluded.changed_at
        where known.state = 'resolved'
          or (known.ours, known.theirs) is distinct from (excluded.ours, excluded.theirs)`)
    const kinds = found.map(({ kind }) => kind)
    const keys = found.map(({ key }) => key)
    const isFound = sql`exists (
      select from unnest(${kinds}::text[], ${keys}::text[]) as found (kind, key)
      where found.kind = known.kind and found.key = known.key)`
    await run(sql`
      update ledger_difference known set last_seen_at = ${at}
      where mode = ${mode} and scope = ${scope} and ${isFound}`)
    await run(sql`
      update ledger_difference known set state = 'resolved', changed_at = ${at}
      where mode = ${mode} and scope = ${scope} and state <> 'resolved' and not ${isFound}`)
    return opened
  })
}

/** Up to 100 open differences, as the findings of a ledger check. A fee off its published rule is booked as it was taken. */
function listOpenDifferences({ database, mode }: LedgerDeps): Promise<Finding[]> {
  return database.rows(
    findingSchema,
    sql`select kind as name, scope || ' ' || key as key, ours, theirs from ledger_difference
        where mode = ${mode} and state = 'open' and kind <> 'fee-off-rule' order by first_seen_at, key limit 100`,
  )
}

/** Longer than the pause between two sweeps of the same list: a row that no sweep reported since then was read. */
const forgottenAfterMs = 26 * 3_600_000

/** Collects the unreadable rows of the provider's lists while a sweep goes on with the others. */
export function collectUnreadable(deps: LedgerDeps) {
  const rows: UnreadableRow[] = []
  return {
    onUnreadable: (row: UnreadableRow): void => void rows.push(row),
    /** Records them as failing items, which are reported to the admin. */
    save: async (): Promise<void> => {
      const sweep = await openSweep(deps, 'unreadable row')
      for (const { list, key, reason } of rows) await sweep.fail(`${list} ${key}`, reason)
      await sweep.forget(new Date(deps.now().getTime() - forgottenAfterMs))
    },
  }
}

/** Keeps them as differences between the ledger and the provider, for a comparison that reads them again. */
export function unreadableDifferences() {
  const differences: Difference[] = []
  const onUnreadable = ({ list, key, reason }: UnreadableRow): void =>
    void differences.push({
      kind: 'unreadable-row',
      key: `${list} ${key}`,
      ours: null,
      theirs: reason,
    })
  return { differences, onUnreadable }
}

const dayMs = 86_400_000
/** The last 40 days are compared every night, and each day of the whole history within 30 days. */
const recentDays = 40
const recentPeriod = '20 hours'
const historyPeriod = '30 days'
/** Leaves the rest to the next hour. */
const budgetMs = 5 * 60_000

export function providerReconciliation(deps: CompareDeps) {
  return {
    /**
     * Compares the ledger itself, and not stored answers, with the provider's payments, refunds, disputes and deductions: the days that
     * are due, most overdue first. `isForced` makes the last 40 days due. Answers all open differences.
     */
    async compareWithProvider({ isForced = false } = {}): Promise<LedgerCheck> {
      const startedAt = performance.now()
      let days = 0
      const sweep = await openSweep(deps, 'compared day')
      for (const day of await listDueDays(deps, isForced)) {
        if ((await sweep.run(day.day, () => compareDay(deps, day))) !== undefined) days += 1
        if (performance.now() - startedAt > budgetMs) break
      }
      const tookMs = Math.round(performance.now() - startedAt)
      const findings = await listOpenDifferences(deps)
      return { kind: 'provider', findings, checks: days, tookMs }
    },
  }
}

const dueDaySchema = z.object({ day: z.string(), isFirst: z.boolean(), isLast: z.boolean() })
type DueDay = z.output<typeof dueDaySchema>

/** From the first day that was ever known, so that a day whose donations were all deleted is compared as well. */
function listDueDays({ database, mode, now }: CompareDeps, isForced: boolean): Promise<DueDay[]> {
  const at = now()
  return database.rows(
    dueDaySchema,
    sql`
    with bounds as (
      select least(
          (select min(day) from reconciled_day where mode = ${mode}),
          (select (min(created_at) at time zone 'UTC')::date from donation where mode = ${mode})) as first,
        greatest(
          (${at}::timestamptz at time zone 'UTC')::date,
          (select (max(created_at) at time zone 'UTC')::date from donation where mode = ${mode})) as last),
    known as (
      select each::date as day, each::date = bounds.first as is_first, each::date = bounds.last as is_last,
        each >= ${at}::timestamptz - make_interval(days => ${recentDays}) as is_recent,
        extract(epoch from ${at}::timestamptz - coalesce(reconciled_day.compared_at, '1970-01-01')) as age
      from bounds cross join lateral generate_series(bounds.first, bounds.last, interval '1 day') each
      left join reconciled_day on reconciled_day.mode = ${mode} and reconciled_day.day = each::date),
    due as (
      select day, is_first, is_last, is_recent,
        age / extract(epoch from case when is_recent then ${recentPeriod}::interval else ${historyPeriod}::interval end) as overdue
      from known)
    select day::text as day, is_first as "isFirst", is_last as "isLast" from due
    where overdue >= 1 or (is_recent and ${isForced}::boolean)
    order by overdue desc, day desc`,
  )
}

async function compareDay(deps: CompareDeps, { day, isFirst, isLast }: DueDay): Promise<number> {
  const from = new Date(`${day}T00:00:00Z`)
  const span = { from, to: new Date(from.getTime() + dayMs), isFirst, isLast }
  const { differences: unreadable, onUnreadable } = unreadableDifferences()
  const differences = await withStandby(async () => [
    ...(await comparePayments(deps, span, onUnreadable)),
    ...(await compareReversals(deps, span, onUnreadable)),
    ...(await compareDeductions(deps, span, onUnreadable)),
  ])
  const opened = await saveDifferences(deps, day, [...differences, ...unreadable])
  await deps.database.run(sql`
    insert into reconciled_day (mode, day, compared_at) values (${deps.mode}, ${day}::date, ${deps.now()})
    on conflict (mode, day) do update set compared_at = excluded.compared_at`)
  return opened
}

const scopeStart = 'fees '

/** Fees that were taken from payments of one channel and card origin, and what the published rule allows for them. */
type Deviation = { payments: number; taken: number; min: number; max: number }

export function feeComparison(deps: CompareDeps) {
  return {
    /**
     * Compares the fee of every payment of yesterday with the published rule of its channel and card origin, and each earlier day that
     * still differs. One difference for each channel and origin, because a new tariff concerns all their payments. Answers how many differ.
     */
    async compareFees(): Promise<number> {
      let differing = 0
      for (const day of await listFeeDays(deps)) {
        const differences = await compareFeesOfDay(deps, day)
        await saveDifferences(deps, scopeStart + day, differences)
        differing += differences.length
      }
      return differing
    },
  }
}

async function listFeeDays({ database, mode, now }: CompareDeps): Promise<string[]> {
  const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, 10)
  const days = await database.values(
    z.string(),
    sql`select distinct substr(scope, ${scopeStart.length + 1}) as day from ledger_difference
        where mode = ${mode} and kind = 'fee-off-rule' and state <> 'resolved' order by day desc limit 31`,
  )
  return [...new Set([yesterday, ...days])]
}

async function compareFeesOfDay({ payments }: CompareDeps, day: string): Promise<Difference[]> {
  const from = new Date(`${day}T00:00:00Z`)
  const to = new Date(from.getTime() + dayMs)
  const deviations = new Map<string, Deviation>()
  // The nightly comparison reports the rows that cannot be read.
  for await (const payment of payments.listSince(from, { to, onUnreadable: () => {} }))
    addDeviation(deviations, payment)
  return [...deviations].map(([key, { payments: count, taken, min, max }]) => ({
    kind: 'fee-off-rule',
    key,
    ours: `${min === max ? min : `${min} to ${max}`} for ${count} ${count === 1 ? 'payment' : 'payments'}`,
    theirs: String(taken),
  }))
}

function addDeviation(deviations: Map<string, Deviation>, payment: ProviderPayment): void {
  const { amount, channel, currency, fees, origin, paidAt } = payment
  if (paidAt === null || fees === null || currency !== 'NGN') return
  const { min, max } = getFeeRange(amount, { channel, origin })
  if (fees >= min && fees <= max) return
  const key = [channel ?? 'unknown channel', origin].filter(Boolean).join(' ')
  const known = deviations.get(key) ?? { payments: 0, taken: 0, min: 0, max: 0 }
  deviations.set(key, {
    payments: known.payments + 1,
    taken: known.taken + fees,
    min: known.min + min,
    max: known.max + max,
  })
}

type CompareDeps = LedgerDeps & Pick<PaymentDeps, 'payments'>
type Span = { from: Date; to: Date }
type OnUnreadable = (row: UnreadableRow) => void

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
async function comparePayments(
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
  return new Set(
    await database.values(
      z.int(),
      sql`select transaction_id from quarantined_payment
        where mode = ${mode} and transaction_id = any(${ids}::bigint[])
        union select transaction_id from other_payment where mode = ${mode} and transaction_id = any(${ids}::bigint[])`,
    ),
  )
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
async function compareDeductions(
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
  const rows = await database.values(
    z.int(),
    sql`select wanted.id from unnest(
          ${unbooked.map(({ id }) => id)}::bigint[], ${unbooked.map(({ at }) => at.toISOString())}::timestamptz[]) as wanted (id, at)
        join balance_read on balance_read.mode = ${mode}
          and wanted.at < read_until - make_interval(secs => ${deductedWithinMs / 1000})
        left join balance_change change on change.mode = ${mode} and change.change_id = wanted.id
        where change.change_id is null or change.is_booked`,
  )
  const missing = new Set(rows)
  return unbooked
    .filter(({ id }) => missing.has(id))
    .map((change) => toDeductionDifference(change.id, null, change))
}

/** A refund is booked within days after it was created, and a dispute is decided within weeks. */
const refundMs = 10 * 86_400_000
const disputeMs = 30 * 86_400_000

/** The response to a request of ours can be lost; it is then found within minutes. */
const savedWithinMs = 3_600_000

/** Where the provider gives no date, an entry has the date on which it was booked. A date may be corrected by hours. */
const datedWithinMs = 86_400_000

/** What the provider says about a refund or dispute, in the terms of the ledger. */
type Reversal = {
  key: string
  transactionId: number | null
  amount: number | null
  isFinal: boolean
  status: string
  createdAt: Date | null
  /** When the money moved. */
  at: Date | null
}

/** Compares the booked refunds and lost disputes with the provider's, both ways. */
async function compareReversals(
  deps: CompareDeps,
  { from, to }: Span,
  onUnreadable: OnUnreadable,
): Promise<Difference[]> {
  const { payments } = deps
  const disputes: ProviderDispute[] = []
  const disputesFrom = new Date(from.getTime() - disputeMs)
  for await (const dispute of payments.disputes.listSince(disputesFrom, { to, onUnreadable }))
    disputes.push(dispute)
  const refunds: ProviderRefund[] = []
  const refundsFrom = new Date(from.getTime() - refundMs)
  for await (const refund of payments.refunds.listSince(refundsFrom, { to, onUnreadable }))
    refunds.push(refund)
  const lost = new Set(disputes.filter(isLost).map(({ disputeId }) => disputeId))
  const listed = [
    ...refunds.map((refund) => fromRefund(refund, lost)),
    ...disputes.map(fromDispute),
  ]
  // Earlier ones are listed because their entries may be of this span. They are compared with those of their own day.
  const isOfSpan = ({ createdAt }: { createdAt: Date | null }) => !createdAt || createdAt >= from
  return [
    ...(await compareListed(deps, listed.filter(isOfSpan))),
    ...(await findUnlistedReversals(deps, { from, to }, listed)),
    ...(await findUnrequested(deps, refunds.filter(isOfSpan))),
  ]
}

/** A refund that pays a lost dispute is the same money, and booked as the dispute. */
const fromRefund = (refund: ProviderRefund, lost: ReadonlySet<number>): Reversal => ({
  key: `refund:${refund.mode}:${refund.refundId}`,
  transactionId: refund.transactionId,
  amount: refund.amount,
  isFinal: refund.status === 'processed' && !lost.has(refund.disputeId ?? 0),
  status: refund.status,
  createdAt: refund.createdAt,
  at: refund.refundedAt,
})

const fromDispute = (dispute: ProviderDispute): Reversal => ({
  key: `chargeback:${dispute.mode}:${dispute.disputeId}`,
  transactionId: dispute.transactionId,
  amount: dispute.refundAmount,
  isFinal: isLost(dispute),
  status: dispute.resolution ?? dispute.status,
  createdAt: dispute.createdAt,
  at: dispute.resolvedAt,
})

const bookedSchema = z.object({
  key: z.string(),
  reversed: z.int(),
  isKnown: z.boolean(),
  effectiveAt: z.nullable(z.date()),
  bookedAt: z.nullable(z.date()),
})

/** What is booked under these keys, and whether the reversal belongs to a booked payment. */
async function compareListed(
  { database, mode }: CompareDeps,
  listed: readonly Reversal[],
): Promise<Difference[]> {
  const keys = listed.map(({ key }) => key)
  const rows = await database.rows(
    bookedSchema,
    sql`select wanted.key, coalesce(booked.reversed, 0)::bigint as reversed, known.is_known as "isKnown",
          booked.effective_at as "effectiveAt", booked.booked_at as "bookedAt"
        from unnest(${keys}::text[], ${listed.map(({ transactionId }) => transactionId)}::bigint[]) as wanted (key, transaction_id)
        cross join lateral (
          select exists (
            select from provider_transaction bound
            join donation_reference known on known.reference = bound.reference
            join ledger_entry charge on charge.campaign_id = known.campaign_id and charge.donation_id = known.donation_id
            where bound.mode = ${mode} and bound.transaction_id = wanted.transaction_id and charge.kind = 'charge'
              and charge.transaction_id = wanted.transaction_id) or exists (
            select from quarantined_payment held
            where held.mode = ${mode} and held.transaction_id = wanted.transaction_id and booked_in is not null) as is_known) known
        left join (
          select reversal_key as key, -sum(donor_clearing_kobo) as reversed,
            (array_agg(effective_at order by booked_at desc) filter (where kind in ('refund', 'chargeback') and donor_clearing_kobo < 0))[1] as effective_at,
            max(booked_at) filter (where kind in ('refund', 'chargeback') and donor_clearing_kobo < 0) as booked_at
          from ledger_entry
          where mode = ${mode} and reversal_key = any(${keys}) group by reversal_key) booked on booked.key = wanted.key`,
  )
  const bookedByKey = new Map(rows.map((row) => [row.key, row]))
  return listed.flatMap((reversal) => {
    const booked = bookedByKey.get(reversal.key)
    const { reversed = 0, isKnown = false } = booked ?? {}
    const differences = compareReversal(reversal, reversed, isKnown)
    const isBooked = booked !== undefined && reversed > 0
    return isBooked ? [...differences, ...compareDate(reversal, booked)] : differences
  })
}

function compareDate(
  { key, at }: Reversal,
  { effectiveAt, bookedAt }: z.output<typeof bookedSchema>,
): Difference[] {
  if (!at || !effectiveAt || !bookedAt) return []
  const isNear = (date: Date) => Math.abs(effectiveAt.getTime() - date.getTime()) <= datedWithinMs
  if (isNear(at) || isNear(bookedAt)) return []
  return [{ kind: 'date-differs', key, ours: effectiveAt.toISOString(), theirs: at.toISOString() }]
}

function compareReversal(
  { key, amount, isFinal, status }: Reversal,
  reversed: number,
  isKnown: boolean,
): Difference[] {
  const noun = key.startsWith('refund') ? 'refund' : 'dispute'
  const sides = { key, ours: String(reversed), theirs: `${amount ?? ''} ${status}` }
  if (!isFinal) return reversed === 0 ? [] : [{ kind: `entry-without-${noun}`, ...sides }]
  const isBooked = amount === null ? reversed > 0 : reversed === amount
  // A final reversal of a payment that is not ours has no entry.
  return isBooked || (reversed === 0 && !isKnown)
    ? []
    : [{ kind: `${noun}-without-entry`, ...sides }]
}

/** Booked in the span, and not in the lists: the provider is asked for each. */
async function findUnlistedReversals(
  { database, mode, payments }: CompareDeps,
  { from, to }: Span,
  listed: readonly Reversal[],
): Promise<Difference[]> {
  const seen = new Set(listed.map(({ key }) => key))
  const booked = await database.rows(
    z.object({ key: z.string(), reversed: z.int() }),
    sql`select reversal_key as key, -sum(donor_clearing_kobo)::bigint as reversed from ledger_entry
        where mode = ${mode} and reversal_key similar to '(refund|chargeback):%' and reversal_key in (
          select reversal_key from ledger_entry
          where mode = ${mode} and booked_at >= ${from} and booked_at < ${to} and reversal_key is not null)
        group by reversal_key having sum(donor_clearing_kobo) <> 0`,
  )
  const differences: Difference[] = []
  for (const { key, reversed } of booked) {
    if (seen.has(key)) continue
    const id = Number(key.split(':')[2])
    const reversal = key.startsWith('refund')
      ? await payments.refunds.find(id).then((refund) => refund && fromRefund(refund, new Set()))
      : await payments.disputes.find(id).then((dispute) => dispute && fromDispute(dispute))
    const unknown = {
      key,
      transactionId: null,
      amount: null,
      isFinal: false,
      status: 'unknown',
      createdAt: null,
      at: null,
    }
    differences.push(...compareReversal(reversal ?? unknown, reversed, true))
  }
  return differences
}

/** Refunds without a request on Ajo: made on the provider's pages, or with a stolen key. */
async function findUnrequested(
  { database, mode, now }: CompareDeps,
  refunds: readonly ProviderRefund[],
): Promise<Difference[]> {
  const before = now().getTime() - savedWithinMs
  const made = refunds.filter(
    ({ disputeId, status, createdAt }) =>
      disputeId === null && status !== 'failed' && (createdAt?.getTime() ?? 0) < before,
  )
  const ids = made.map(({ refundId }) => refundId)
  const requested = await database.values(
    z.int(),
    sql`select refund_id from refund where mode = ${mode} and refund_id = any(${ids}::bigint[])
        union all
        select refund_id from quarantined_payment where mode = ${mode} and refund_id = any(${ids}::bigint[])`,
  )
  const requestedIds = new Set(requested)
  return made
    .filter(({ refundId }) => !requestedIds.has(refundId))
    .map(({ refundId, amount, status }) => ({
      kind: 'refund-without-request',
      key: `refund:${mode}:${refundId}`,
      ours: null,
      theirs: `${amount} ${status}`,
    }))
}
