import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { trendPerDonor, type HostedContentStore } from '../../providers/content/content.ts'

type RankingDeps = { database: Database; mode: PaymentMode; now: () => Date }

const trendDays = 7
const dayMs = 86_400_000

/** Donors since then count towards the trend. */
function trendStart(now: Date): Date {
  return new Date(now.getTime() - trendDays * dayMs)
}

/** Selects the campaigns with ledger entries in the trend period, and one day more so that they also fall back. */
function recentlyActive({ mode, now }: Omit<RankingDeps, 'database'>): Sql {
  return sql`select distinct campaign_id as id from ledger_entry
    where mode = ${mode} and booked_at > ${new Date(trendStart(now()).getTime() - dayMs)}`
}

/** Selects `id`, `raised` (kobo) and `donors` (in the trend period) of each campaign. */
function rankingTotals(ids: readonly string[], mode: PaymentMode, since: Date): Sql {
  return sql`select ids.id, coalesce(total.raised, 0) as raised, coalesce(recent.donors, 0) as donors
    from unnest(${ids}::text[]) as ids (id)
    left join lateral (
      select sum(raised_kobo)::bigint as raised from campaign_total
      where campaign_id = ids.id and mode = ${mode}) total on true
    left join lateral (
      select count(distinct donation.donor_key) as donors from ledger_entry entry
      join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
      where entry.campaign_id = ids.id and entry.mode = ${mode}
        and entry.kind = 'charge' and entry.booked_at > ${since}) recent on true`
}

/** Copies sums and trends from the ledger to the listing, for campaigns whose values can have changed. */
export async function rankCampaigns(deps: RankingDeps): Promise<number> {
  const { database, mode, now } = deps
  const ids = await database.values(
    z.string(),
    sql`select campaign_id from campaign_listing where ranked_at is null
      union select campaign_id from campaign_listing where trend >= ${trendPerDonor}
      union ${recentlyActive(deps)}`,
  )
  return database.run(
    sql`with totals as (${rankingTotals(ids, mode, trendStart(now()))})
      update campaign_listing l set raised_kobo = totals.raised,
        share = least(totals.raised * 10000 / l.goal_kobo, 10000),
        trend = totals.donors * ${trendPerDonor}::bigint + extract(epoch from l.created_at)::bigint,
        ranked_at = ${now()}
      from totals where totals.id = l.campaign_id`,
  )
}

export function rankingTask(deps: RankingDeps): Task {
  return {
    name: 'rank-campaigns',
    lane: 'maintenance',
    cron: '*/2 * * * *',
    run: async () => void (await rankCampaigns(deps)),
  }
}

type HostedRankingDeps = RankingDeps & {
  hosted: Pick<HostedContentStore, 'listTrending' | 'updateRanking'>
}

/** So often all values are compared with the store, which also knows changed goals and changes by others. */
const comparisonMs = 600_000

const totalsRow = z.object({ id: z.string(), raised: z.int(), donors: z.int() })

/**
 * Copies sums and trends from the ledger to the hosted store. Every request to the store counts against a quota, so between two
 * comparisons only campaigns whose sums have changed in the ledger are sent.
 */
export function openHostedRanking({ hosted, ...deps }: HostedRankingDeps) {
  const { database, mode, now } = deps
  const sent = new Map<string, string>()
  let comparedAt = Number.NEGATIVE_INFINITY

  return async (): Promise<number> => {
    const at = now()
    const compares = at.getTime() - comparedAt >= comparisonMs
    if (compares) sent.clear()
    const active = await database.values(z.string(), recentlyActive(deps))
    const trending = compares ? await hosted.listTrending() : []
    const ids = new Set([...active, ...trending])
    const totals = await database.rows(totalsRow, rankingTotals([...ids], mode, trendStart(at)))
    const changed = totals.filter((each) => sent.get(each.id) !== toKey(each))
    const updated = await hosted.updateRanking(changed)
    for (const each of changed) sent.set(each.id, toKey(each))
    if (compares) comparedAt = at.getTime()
    return updated
  }
}

const toKey = ({ raised, donors }: z.output<typeof totalsRow>) => `${raised} ${donors}`

export function hostedRankingTask(deps: HostedRankingDeps): Task {
  const rank = openHostedRanking(deps)
  return {
    name: 'rank-hosted-campaigns',
    lane: 'maintenance',
    cron: '*/2 * * * *',
    run: async () => void (await rank()),
  }
}
