import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { chartDays, type OrganiserOverview } from '#shared/overview.ts'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'

const dayRow = z.object({ day: z.string(), donations: z.int(), donated: koboSchema })

const dayMs = 86_400_000

/** What the campaigns of an owner received on each of the last 30 days, by the day of the money in Lagos. */
export async function listReceivedDays(
  { database, mode, now }: LedgerDeps,
  ownerUid: string,
): Promise<OrganiserOverview['days']> {
  const days = Array.from({ length: chartDays }, (_, index) =>
    lagosToday(new Date(now().getTime() - (chartDays - 1 - index) * dayMs)),
  )
  const rows = await database.rows(
    dayRow,
    sql`select day, sum(donations)::integer as donations, sum(donated_kobo)::bigint as donated
      from campaign_day
      where owner_uid = ${ownerUid} and mode = ${mode} and day >= ${days[0]}::date and donations > 0
      group by day`,
  )
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day) ?? { day, donations: 0, donated: kobo(0) })
}
