import * as z from 'zod/mini'

import type { Plans } from '#shared/plans.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Deps = { database: Queries; now: () => Date; plans: Plans }

export type QuotaMeter = ReturnType<typeof openQuotaMeter>

const hourMs = 3_600_000
/** A day of UTC-8 begins so late in UTC. */
const westOffsetMs = 8 * hourMs

/** Counts what all processes use of the quotas of hosted services, so that Ajo stops before a service does. */
export function openQuotaMeter({ database, now, plans }: Deps) {
  const add = (quota: QuotaName, amount: number) => {
    const hour = new Date(Math.floor(now().getTime() / hourMs) * hourMs)
    return database.run(sql`
      insert into quota_use (quota, hour, used) values (${quota}, ${hour}, ${amount})
      on conflict (quota, hour) do update set used = quota_use.used + excluded.used`)
  }
  return {
    /** False if the quota is used up. */
    async take(quota: QuotaName): Promise<boolean> {
      if ((await readUse(database, quota, now())) >= quotas[quota].max(plans)) return false
      await add(quota, 1)
      return true
    },
    isLeft: async (quota: QuotaName) =>
      (await readUse(database, quota, now())) < quotas[quota].max(plans),
    add,
    /** When the service surely counts from zero again, spread over an hour so that waiting work does not come at once. */
    nextPeriod(): Date {
      const dayMs = 24 * hourMs
      const west = Math.floor((now().getTime() - westOffsetMs) / dayMs) * dayMs + westOffsetMs
      return new Date(west + dayMs + Math.floor(Math.random() * hourMs))
    },
  }
}

/** Requests are counted in memory first, because one statement for each would double the work. */
export function countedByHundred(meter: Pick<QuotaMeter, 'add'>, quota: QuotaName) {
  let counted = 0
  return async () => {
    counted += 1
    if (counted < 100) return
    const amount = counted
    counted = 0
    await meter.add(quota, amount)
  }
}

async function readUse(database: Queries, quota: QuotaName, now: Date): Promise<number> {
  return (await database.value(z.number(), sql`select ${toUseSql(quota, now)}`)) ?? 0
}

/** Of the two days, the one with more use counts. */
function toUseSql(quota: QuotaName, now: Date) {
  const since = (start: Date) => sql`
    (select coalesce(sum(used), 0)::float8 from quota_use where quota = ${quota} and hour >= ${start})`
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (quotas[quota].period === 'month') return since(new Date(Date.UTC(year, month)))
  const west = new Date(now.getTime() - westOffsetMs)
  const westStart = Date.UTC(west.getUTCFullYear(), west.getUTCMonth(), west.getUTCDate())
  return sql`greatest(${since(new Date(Date.UTC(year, month, day)))},
    ${since(new Date(westStart + westOffsetMs))})`
}

/** The used share of each quota, where 1 is all of it. */
export async function readQuotaShares(database: Queries, now: Date, plans: Plans) {
  return Promise.all(
    quotaNames.map(async (quota) => ({
      labels: { quota },
      value: (await readUse(database, quota, now)) / quotas[quota].max(plans),
    })),
  )
}

/** `day`: a day of UTC or of UTC-8, because Google does not publish which. `month`: a month of UTC. */
type Quota = { period: 'day' | 'month'; max: (plans: Plans) => number }

const verificationCodes: Quota = {
  period: 'day',
  max: ({ firebase }) => ({ spark: 10_000, blaze: 1_000_000 })[firebase],
}

/**
 * The quotas that the services publish (Firebase Authentication Limits, Sanity Technical Limits and plans; November 2026). Google names none
 * for codes of an address change, so they get that of verification.
 */
const quotas = {
  'identity-verification-codes': verificationCodes,
  'identity-reset-codes': {
    period: 'day',
    max: ({ firebase }) => ({ spark: 1_500, blaze: 100_000 })[firebase],
  },
  'identity-address-codes': verificationCodes,
  'content-requests': {
    period: 'month',
    max: ({ sanity }) => ({ free: 250_000, growth: 250_000 })[sanity],
  },
  'content-cdn-requests': {
    period: 'month',
    max: ({ sanity }) => ({ free: 1_000_000, growth: 1_000_000 })[sanity],
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
const quotaNames = Object.keys(quotas) as QuotaName[]
