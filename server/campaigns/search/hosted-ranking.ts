import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Task } from '../../queue/queue.ts'
import type { Given, HostedStore } from '../../providers/content/content.ts'
import { trendDays } from './ranking.ts'

type Parts = {
  database: Database
  hosted: Pick<HostedStore, 'trending' | 'rank'>
  mode: PaymentMode
  now: () => Date
}

const dayMs = 86_400_000

/** Brings a hosted store what the books say, of the campaigns that were given to of late or that still count as such. */
export async function rankHostedCampaigns(parts: Parts): Promise<number> {
  const { database, hosted, mode, now } = parts
  const since = new Date(now().getTime() - trendDays * dayMs)
  const moved = await database.rows(
    z.object({ id: z.string() }),
    sql`select distinct campaign_id as id from ledger_entry
      where mode = ${mode} and at > ${new Date(since.getTime() - dayMs)}`,
  )
  const ids = new Set([...moved.map(({ id }) => id), ...(await hosted.trending())])
  return hosted.rank(await givenTo(parts, [...ids], since))
}

function givenTo({ database, mode }: Parts, ids: string[], since: Date): Promise<Given[]> {
  return database.rows(
    z.object({ id: z.string(), raised: z.int(), donors: z.int() }),
    sql`select ids.id, coalesce(total.raised, 0) as raised, coalesce(lately.donors, 0) as donors
      from unnest(${ids}::text[]) as ids (id)
      left join lateral (
        select sum(raised_kobo)::bigint as raised from campaign_total
        where campaign_id = ids.id and mode = ${mode}) total on true
      left join lateral (
        select count(distinct donation.donor_key) as donors from ledger_entry entry
        join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
        where entry.campaign_id = ids.id and entry.mode = ${mode}
          and entry.kind = 'charge' and entry.at > ${since}) lately on true`,
  )
}

/** A gift moves its campaign within minutes. */
export function hostedRankingTask(parts: Parts): Task {
  return {
    name: 'rank-hosted-campaigns',
    cron: '*/2 * * * *',
    run: async () => void (await rankHostedCampaigns(parts)),
  }
}
