import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'
import { kobo, koboSchema } from '#shared/money.ts'
import { chartDays, type OrganiserOverview } from '#shared/overview.ts'

import { sql } from '../database/sql.ts'
import type { LedgerDeps } from '../ledger/entries/ledger-deps.ts'

const dayRow = z.object({ day: z.string(), donations: z.int(), donated: koboSchema })

const dayMs = 86_400_000
/** A donation may be paid some days after it began, and only its beginning has an index by owner. */
const slowPaymentMs = 7 * dayMs

/** What the campaigns of an owner received on each of the last 30 days, by the day of the money in Lagos. */
export async function listReceivedDays(
  { database, mode, now }: LedgerDeps,
  ownerUid: string,
): Promise<OrganiserOverview['days']> {
  const days = Array.from({ length: chartDays }, (_, index) =>
    lagosToday(new Date(now().getTime() - (chartDays - 1 - index) * dayMs)),
  )
  const from = new Date(`${days[0]}T00:00:00+01:00`)
  const rows = await database.rows(
    dayRow,
    sql`select (charge.effective_at at time zone 'Africa/Lagos')::date as day, count(*)::integer as donations,
        sum(charge.raised_kobo)::bigint as donated
      from donation
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where donation.owner_uid = ${ownerUid} and donation.mode = ${mode}
        and donation.created_at >= ${new Date(from.getTime() - slowPaymentMs)} and charge.effective_at >= ${from}
      group by 1`,
  )
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day) ?? { day, donations: 0, donated: kobo(0) })
}
