import * as z from 'zod/mini'

import type { ConsoleTotals, PeriodTotals } from '#shared/console.ts'
import { lagosToday } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { sql, type Sql } from '../../../platform/database/sql.ts'
import type { LedgerDeps } from '../../../money/ledger/entries/ledger-deps.ts'

const totalsRow = z.object({
  donations: z.int(),
  donated: koboSchema,
  reversed: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  paidOut: koboSchema,
})

/** Today and this month in Lagos, from the ledger. */
export async function readConsoleTotals(deps: LedgerDeps): Promise<ConsoleTotals> {
  const today = lagosToday(deps.now())
  const [ofToday, ofMonth] = await Promise.all([
    sumSince(deps, today),
    sumSince(deps, `${today.slice(0, 7)}-01`),
  ])
  return { today: ofToday, month: ofMonth }
}

const sumSince = (deps: LedgerDeps, day: string): Promise<PeriodTotals> =>
  sumDays(deps, sql`day >= ${day}::date`)

/** The sums of the ledger on the days for which the condition holds. */
export async function sumDays(
  { database, mode }: Pick<LedgerDeps, 'database' | 'mode'>,
  condition: Sql,
): Promise<PeriodTotals> {
  const totals = await database.row(
    totalsRow,
    sql`select coalesce(sum(donations), 0)::integer as donations, coalesce(sum(donated_kobo), 0)::bigint as donated,
          coalesce(sum(reversed_kobo), 0)::bigint as reversed, coalesce(sum(provider_kobo), 0)::bigint as fees,
          coalesce(sum(platform_kobo), 0)::bigint as platform, coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut"
        from campaign_day where mode = ${mode} and ${condition}`,
  )
  if (totals === undefined) throw new Error('a sum of the ledger returned no row')
  return totals
}
