import * as z from 'zod/mini'

import type { HostedContentStore } from '../../providers/content/content.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { rankingTotals, recentlyActive, trendStart, type RankingDeps } from './ranking.ts'

type HostedRankingDeps = RankingDeps & {
  hosted: Pick<HostedContentStore, 'listTrending' | 'updateRanking'>
}

/** So often all values are compared with the store, which also knows changed goals and changes by others. */
const comparisonMs = 600_000

const idRow = z.object({ id: z.string() })
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
    const active = await database.rows(idRow, recentlyActive(deps))
    const trending = compares ? await hosted.listTrending() : []
    const ids = new Set([...active.map(({ id }) => id), ...trending])
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
