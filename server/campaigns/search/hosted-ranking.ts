import * as z from 'zod/mini'

import type { HostedContentStore } from '../../providers/content/content.ts'
import type { Task } from '../../queue/queue.ts'
import { rankingTotals, recentlyActive, trendStart, type RankingDeps } from './ranking.ts'

type HostedRankingDeps = RankingDeps & {
  hosted: Pick<HostedContentStore, 'listTrending' | 'updateRanking'>
}

const idRow = z.object({ id: z.string() })
const totalsRow = z.object({ id: z.string(), raised: z.int(), donors: z.int() })

/** Copies sums and trends from the ledger to the hosted store, for campaigns whose values can have changed. */
export async function rankHostedCampaigns(deps: HostedRankingDeps): Promise<number> {
  const { database, hosted, mode, now } = deps
  const active = await database.rows(idRow, recentlyActive(deps))
  const ids = new Set([...active.map(({ id }) => id), ...(await hosted.listTrending())])
  const totals = rankingTotals([...ids], mode, trendStart(now()))
  return hosted.updateRanking(await database.rows(totalsRow, totals))
}

export function hostedRankingTask(deps: HostedRankingDeps): Task {
  return {
    name: 'rank-hosted-campaigns',
    lane: 'maintenance',
    cron: '*/2 * * * *',
    run: async () => void (await rankHostedCampaigns(deps)),
  }
}
