import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { CampaignStatus } from '#shared/campaign.ts'
import { campaignEvents, type CampaignEvent } from '#shared/campaign-history.ts'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { isFrozen } from '../../ledger/frozen-campaign.ts'

export type CampaignHistory = ReturnType<typeof campaignHistory>

export type Move = {
  campaignId: string
  event: CampaignEvent
  from: CampaignStatus | 'frozen' | null
  to: CampaignStatus | 'frozen'
  actorUid: string
  reason?: string
  at: Date
}

const pastMove = z.object({
  event: z.enum(campaignEvents),
  actorUid: z.string(),
  reason: z.nullable(z.string()),
  at: z.date(),
})
export type PastMove = z.output<typeof pastMove>

/** Who did what with a campaign, when and why (readings P3). What is written stays. */
export function campaignHistory(database: Database) {
  return {
    async record(queries: Queries, move: Move) {
      const { campaignId, event, from, to, actorUid, reason, at } = move
      await queries.run(
        sql`insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
          values (${campaignId}, ${randomUUID()}, ${event}, ${from}, ${to}, ${actorUid}, ${reason ?? null}, ${at})`,
      )
    },

    /** Oldest first. As it only grows, its length says whether something happened since it was read. */
    list: (campaignId: string, queries: Queries = database): Promise<PastMove[]> =>
      queries.rows(
        pastMove,
        sql`select event, actor_uid as "actorUid", reason, at from campaign_history
          where campaign_id = ${campaignId} order by at`,
      ),

    isFrozen: (campaignId: string) => isFrozen(database, campaignId),

    /** The newest words with which the campaign was rejected, for its owner to read. */
    async rejectionReasonOf(campaignId: string): Promise<string | null> {
      const row = await database.row(
        z.object({ reason: z.nullable(z.string()) }),
        sql`select reason from campaign_history
          where campaign_id = ${campaignId} and to_status = 'rejected' order by at desc limit 1`,
      )
      return row?.reason ?? null
    },
  }
}
