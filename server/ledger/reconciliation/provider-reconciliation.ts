import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../entries/ledger-deps.ts'
import type { Finding, LedgerCheck } from './ledger-check.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>
type Span = { from: Date; to: Date }

const dayMs = 86_400_000
const reconciledDays = 35
const quietMs = 60_000

const sumsSchema = z.object({ count: z.int(), volume: z.int() })

export function providerReconciliation(deps: Deps) {
  return {
    /** Compares our payments with the provider's totals, over 35 days and for each day. */
    async reconcileTotals(): Promise<LedgerCheck> {
      const startedAt = performance.now()
      const bounds = await listDayBounds(deps)
      const days = bounds.slice(1).map((to, index): Span => ({ from: bounds[index] ?? to, to }))
      const [first, last] = [bounds[0], bounds.at(-1)]
      const spans = first && last ? [{ from: first, to: last }, ...days] : days
      const findings: Finding[] = []
      for (const span of spans) findings.push(...(await findDifferences(deps, span)))
      const tookMs = Math.round(performance.now() - startedAt)
      return { kind: 'provider', findings, checks: spans.length, tookMs, root: null }
    },
  }
}

async function findDifferences(deps: Deps, span: Span): Promise<Finding[]> {
  const theirs = await deps.payments.totals(span)
  const ours = await sumPayments(deps, span)
  if (ours.count === theirs.count && ours.volume === theirs.volume) return []
  return [
    {
      name: "the provider's totals match our payments",
      key: `${span.from.toISOString()} ${span.to.toISOString()}`,
      ours: `${ours.count} ${ours.volume}`,
      theirs: `${theirs.count} ${theirs.volume}`,
    },
  ]
}

/** Sums the payments that the provider reported, whether they were counted or quarantined. */
async function sumPayments({ database, mode }: LedgerDeps, { from, to }: Span) {
  const sums = await database.row(
    sumsSchema,
    sql`select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as volume from (
          select known.transaction_id, known.amount_kobo as amount, donation.created_at
          from provider_payment known
          join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
          where known.status = 'success' and known.mode = ${mode}
          union
          select quarantined_payment.transaction_id, (seen->>'amount')::bigint, donation.created_at
          from quarantined_payment
          join donation on donation.campaign_id = quarantined_payment.campaign_id and donation.id = quarantined_payment.donation_id
          where quarantined_payment.mode = ${mode} and seen->>'status' = 'success') payment
        where created_at >= ${from} and created_at < ${to}`,
  )
  if (sums === undefined) throw new Error('the sum of payments returned no row')
  return sums
}

/** Midnights, moved to the next minute without donations: the provider's timestamps are a moment later than ours. */
async function listDayBounds(deps: LedgerDeps): Promise<Date[]> {
  const today = Math.floor(deps.now().getTime() / dayMs) * dayMs
  const bounds: Date[] = []
  for (let day = reconciledDays; day >= 0; day--)
    bounds.push(await findQuietMinute(deps, new Date(today - day * dayMs)))
  return bounds
}

async function findQuietMinute({ database, mode }: LedgerDeps, from: Date): Promise<Date> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const at = new Date(from.getTime() + attempt * 2 * quietMs)
    const [before, after] = [at.getTime() - quietMs, at.getTime() + quietMs]
    const found = await database.row(
      z.object({ isBusy: z.boolean() }),
      sql`select exists (
            select from donation where mode = ${mode} and created_at >= ${new Date(before)} and created_at < ${new Date(after)}
          ) as "isBusy"`,
    )
    if (!found?.isBusy) return at
  }
  return from
}
