import * as z from 'zod/mini'

import { trendPerDonor, type HostedContentStore, type RankingTotals } from '../content.ts'
import { toCampaignId, toDocumentId, toGoal } from './campaign-document.ts'
import { rankedCampaigns, trendingCampaigns } from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

const batchSize = 500

const idSchema = z.object({ _id: z.string() })
const rankedSchema = z.object({
  _id: z.string(),
  goalAmount: z.union([z.string(), z.number()]),
  createdAt: z.coerce.date(),
  ranking: z.nullish(z.object({ raised: z.int(), share: z.int(), trend: z.int() })),
})

export function sanityRanking(
  api: SanityApi,
): Pick<HostedContentStore, 'listTrending' | 'updateRanking'> {
  return {
    async listTrending() {
      const params = { minTrend: trendPerDonor }
      const found = await api.query(z.array(idSchema), trendingCampaigns, params)
      return found.map(({ _id }) => toCampaignId(_id))
    },

    async updateRanking(totals) {
      let updated = 0
      for (let from = 0; from < totals.length; from += batchSize)
        updated += await updateBatch(api, totals.slice(from, from + batchSize))
      return updated
    },
  }
}

async function updateBatch(api: SanityApi, totals: RankingTotals[]): Promise<number> {
  const ids = totals.flatMap(({ id }) => [toDocumentId(id), id])
  const documents = await api.query(z.array(rankedSchema), rankedCampaigns, { ids })
  const totalsById = new Map(totals.map((entry) => [entry.id, entry]))
  const patches = documents.flatMap(({ _id, goalAmount, createdAt, ranking }) => {
    const found = totalsById.get(toCampaignId(_id))
    const goal = toGoal(goalAmount)
    if (!found || !goal) return []
    const { raised, donors } = found
    const share = Math.min(Math.floor((raised / goal) * 10_000), 10_000)
    const trend = donors * trendPerDonor + Math.floor(createdAt.getTime() / 1000)
    const isSame = ranking?.raised === raised && ranking.trend === trend && ranking.share === share
    return isSame ? [] : [{ patch: { id: _id, set: { ranking: { raised, share, trend } } } }]
  })
  // A document that was deleted meanwhile fails the whole batch. The next comparison repeats the others.
  const failure = patches.length > 0 ? await api.mutate(patches) : undefined
  return failure === undefined ? patches.length : 0
}
