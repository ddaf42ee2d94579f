import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Task } from '../../queue/queue.ts'

type Parts = { database: Database; mode: PaymentMode; now: () => Date }

/** What is trending is what most people gave to in these days. */
export const trendDays = 7
const dayMs = 86_400_000
/** In `trend`, donors stand in front of the second of creation: among equals the newest is first. */
const perDonor = 10_000_000_000

/** Brings the listing's sums and trends to what the books say. Only campaigns that something happened to are looked at. */
export async function rankCampaigns({ database, mode, now }: Parts): Promise<number> {
  const at = now()
  const since = new Date(at.getTime() - trendDays * dayMs)
  const changed = await database.rows(
    z.object({ id: z.string() }),
    sql`select campaign_id as id from campaign_listing where ranked_at is null
      union select campaign_id from campaign_listing where trend >= ${perDonor}
      union select campaign_id from ledger_entry
        where mode = ${mode} and at > ${new Date(since.getTime() - dayMs)}`,
  )
  const ids = changed.map(({ id }) => id)
  return database.run(
    sql`with given as (
        select l.campaign_id, coalesce(total.raised, 0) as raised, coalesce(lately.donors, 0) as donors
        from campaign_listing l
        left join lateral (
          select sum(raised_kobo)::bigint as raised from campaign_total
          where campaign_id = l.campaign_id and mode = ${mode}) total on true
        left join lateral (
          select count(distinct donation.donor_key) as donors from ledger_entry entry
          join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
          where entry.campaign_id = l.campaign_id and entry.mode = ${mode}
            and entry.kind = 'charge' and entry.at > ${since}) lately on true
        where l.campaign_id = any(${ids}::text[])
      )
      update campaign_listing l set raised_kobo = given.raised,
        share = least(given.raised * 10000 / l.goal_kobo, 10000),
        trend = given.donors * ${perDonor}::bigint + extract(epoch from l.created_at)::bigint,
        ranked_at = ${at}
      from given where given.campaign_id = l.campaign_id`,
  )
}

/** A gift moves its campaign within minutes. */
export function rankingTask(parts: Parts): Task {
  return {
    name: 'rank-campaigns',
    cron: '*/2 * * * *',
    run: async () => void (await rankCampaigns(parts)),
  }
}
