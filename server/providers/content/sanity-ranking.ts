import * as z from 'zod/mini'

import type { Given, HostedStore } from './content.ts'
import { campaignIdOf, documentId, goalOf } from './sanity-campaign-document.ts'
import { rankedCampaigns, trendingCampaigns } from './sanity-queries.ts'
import type { SanityWire } from './sanity-wire.ts'

/** In `trend`, donors stand in front of the second of creation: among equals the newest is first. */
const perDonor = 10_000_000_000
const batch = 100

const idSchema = z.object({ _id: z.string() })
const rankedSchema = z.object({
  _id: z.string(),
  goalAmount: z.union([z.string(), z.number()]),
  createdAt: z.coerce.date(),
  ranking: z.nullish(z.object({ raised: z.int(), share: z.int(), trend: z.int() })),
})

export function sanityRanking(wire: SanityWire): Pick<HostedStore, 'trending' | 'rank'> {
  return {
    async trending() {
      const least = { least: perDonor }
      const found = await wire.query(z.array(idSchema), trendingCampaigns, least)
      return found.map(({ _id }) => campaignIdOf(_id))
    },

    async rank(given) {
      let written = 0
      for (let from = 0; from < given.length; from += batch)
        written += await writeSome(wire, given.slice(from, from + batch))
      return written
    },
  }
}

async function writeSome(wire: SanityWire, given: Given[]): Promise<number> {
  const ids = given.flatMap(({ id }) => [documentId(id), id])
  const documents = await wire.query(z.array(rankedSchema), rankedCampaigns, { ids })
  const sums = new Map(given.map((sum) => [sum.id, sum]))
  const patches = documents.flatMap(({ _id, goalAmount, createdAt, ranking }) => {
    const sum = sums.get(campaignIdOf(_id))
    const goal = goalOf(goalAmount)
    if (!sum || !goal) return []
    const { raised, donors } = sum
    const share = Math.min(Math.floor((raised / goal) * 10_000), 10_000)
    const trend = donors * perDonor + Math.floor(createdAt.getTime() / 1000)
    const isSame = ranking?.raised === raised && ranking.trend === trend && ranking.share === share
    return isSame ? [] : [{ patch: { id: _id, set: { ranking: { raised, share, trend } } } }]
  })
  // One that was deleted meanwhile takes the others with it: they come again with the next run.
  if (patches.length > 0) await wire.mutate(patches)
  return patches.length
}
