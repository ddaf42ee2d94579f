import * as z from 'zod/mini'

import { getFeeRange } from '#shared/fees.ts'

import { sql } from '../../../platform/database/sql.ts'
import type { ProviderPayment } from '../../../providers/payments/provider-payment.ts'
import type { CompareDeps } from './compare-payments.ts'
import { saveDifferences, type Difference } from './differences.ts'

const dayMs = 86_400_000
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
      for (const day of await listDays(deps)) {
        const differences = await compareDay(deps, day)
        await saveDifferences(deps, scopeStart + day, differences)
        differing += differences.length
      }
      return differing
    },
  }
}

async function listDays({ database, mode, now }: CompareDeps): Promise<string[]> {
  const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, 10)
  const rows = await database.rows(
    z.object({ day: z.string() }),
    sql`select distinct substr(scope, ${scopeStart.length + 1}) as day from ledger_difference
        where mode = ${mode} and kind = 'fee-off-rule' and state <> 'resolved' order by day desc limit 31`,
  )
  return [...new Set([yesterday, ...rows.map(({ day }) => day)])]
}

async function compareDay({ payments }: CompareDeps, day: string): Promise<Difference[]> {
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
