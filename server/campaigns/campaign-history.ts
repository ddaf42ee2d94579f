import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { CampaignStatus } from '#shared/campaign.ts'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isFrozen } from '../ledger/frozen.ts'

export type CampaignHistory = ReturnType<typeof campaignHistory>

export type Move = {
  campaignId: string
  from: CampaignStatus | 'frozen' | null
  to: CampaignStatus | 'frozen'
  actorUid: string
  reason?: string
  at: Date
}

/** Who moved a campaign from where to where, when and why (readings P3). What is written stays. */
export function campaignHistory(database: Database) {
  return {
    async record(queries: Queries, { campaignId, from, to, actorUid, reason, at }: Move) {
      await queries.run(
        sql`insert into campaign_history (campaign_id, id, from_status, to_status, actor_uid, reason, at)
          values (${campaignId}, ${randomUUID()}, ${from}, ${to}, ${actorUid}, ${reason ?? null}, ${at})`,
      )
    },

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
