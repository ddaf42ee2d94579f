import * as z from 'zod/mini'

import { getFeeRange } from '#shared/fees.ts'

import { sql } from '../../platform/database/sql.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import type { LedgerCheck } from './ledger-check.ts'
import { compareDeductions, type CompareDeps, comparePayments } from './compare-payments.ts'
import { compareReversals } from './compare-reversals.ts'
import {
  type Difference,
  listOpenDifferences,
  saveDifferences,
  unreadableDifferences,
} from './differences.ts'
import type { ProviderPayment } from '../../providers/payments/payments.ts'

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
  const differences = [
    ...(await comparePayments(deps, span, onUnreadable)),
    ...(await compareReversals(deps, span, onUnreadable)),
    ...(await compareDeductions(deps, span, onUnreadable)),
    ...unreadable,
  ]
  const opened = await saveDifferences(deps, day, differences)
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
  const rows = await database.rows(
    z.object({ day: z.string() }),
    sql`select distinct substr(scope, ${scopeStart.length + 1}) as day from ledger_difference
        where mode = ${mode} and kind = 'fee-off-rule' and state <> 'resolved' order by day desc limit 31`,
  )
  return [...new Set([yesterday, ...rows.map(({ day }) => day)])]
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
