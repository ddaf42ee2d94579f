import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { CampaignStatus } from '#shared/campaign.ts'
import { campaignEvents, type CampaignEvent } from '#shared/campaign-history.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFrozen, listFrozen } from '../../money/ledger/frozen-campaign.ts'

export type CampaignHistory = ReturnType<typeof openCampaignHistory>

export type Transition = {
  campaignId: string
  event: CampaignEvent
  from: CampaignStatus | 'frozen' | null
  to: CampaignStatus | 'frozen'
  actorUid: string
  reason?: string
  at: Date
}

const transitionRow = z.object({
  event: z.enum(campaignEvents),
  actorUid: z.string(),
  reason: z.nullable(z.string()),
  at: z.date(),
})
export type TransitionRecord = z.output<typeof transitionRow>

/** Append-only record of who did what with a campaign, when and why (readings P3). */
export function openCampaignHistory(database: Database) {
  return {
    async record(queries: Queries, transition: Transition) {
      const { campaignId, event, from, to, actorUid, reason, at } = transition
      await queries.run(
        sql`insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
          values (${campaignId}, ${randomUUID()}, ${event}, ${from}, ${to}, ${actorUid}, ${reason ?? null}, ${at})`,
      )
    },

    /** Oldest first. The length serves as the version of the campaign, because entries are never deleted. */
    list: (campaignId: string, queries: Queries = database): Promise<TransitionRecord[]> =>
      queries.rows(
        transitionRow,
        sql`select event, actor_uid as "actorUid", reason, at from campaign_history
          where campaign_id = ${campaignId} order by at`,
      ),

    isFrozen: (campaignId: string) => isFrozen(database, campaignId),
    listFrozen: () => listFrozen(database),

    async findRejectionReason(campaignId: string): Promise<string | null> {
      const row = await database.value(
        z.nullable(z.string()),
        sql`select reason from campaign_history
          where campaign_id = ${campaignId} and to_status = 'rejected' order by at desc limit 1`,
      )
      return row ?? null
    },
  }
}
