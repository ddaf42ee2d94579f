import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { changeStatuses, type CampaignEvent } from '#shared/campaign-history.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { contentFields, type CampaignChange } from '../../providers/content/content.ts'
import type { CampaignContent } from '../versions/campaign-fields.ts'
import { changeTransitions, findTransition } from './transition-rules.ts'

export type PendingChanges = ReturnType<typeof openPendingChanges>

const changeRow = z.object({
  campaignId: z.string(),
  status: z.enum(changeStatuses),
  /** The content as it would be. */
  proposed: z.object(contentFields),
  accountNumberSealed: z.nullable(z.instanceof(Buffer)),
  at: z.date(),
})
const pendingRow = z.object({ id: z.string(), title: z.string(), goal: koboSchema, at: z.date() })
export type PendingChange = z.output<typeof changeRow>

export type NewChange = {
  proposed: CampaignContent
  accountNumberSealed: Uint8Array | undefined
  at: Date
}

const columns = sql`campaign_id as "campaignId", status, proposed,
  account_number_sealed as "accountNumberSealed", at`

/** Changes to approved campaigns that wait for a reviewer, at most one per campaign. */
export function openPendingChanges(database: Database) {
  return {
    find: (campaignId: string, queries: Queries = database): Promise<PendingChange | undefined> =>
      queries.row(
        changeRow,
        sql`select ${columns} from campaign_pending_change where campaign_id = ${campaignId}`,
      ),

    /** Without the texts, and without limit. */
    listPending: () =>
      database.rows(
        pendingRow,
        sql`select campaign_id as id, proposed ->> 'title' as title, (proposed ->> 'goal')::bigint as goal, at
          from campaign_pending_change where status = 'pending'`,
      ),

    /** Replaces an earlier proposal. Keeps its account number when the bank account is the same. */
    async propose(queries: Transaction, campaignId: string, change: NewChange) {
      const { proposed, accountNumberSealed, at } = change
      await queries.run(
        sql`insert into campaign_pending_change as open (campaign_id, status, proposed, account_number_sealed, at)
          values (${campaignId}, 'pending', ${JSON.stringify(proposed)}, ${accountNumberSealed ?? null}, ${at})
          on conflict (campaign_id) do update set status = 'pending', proposed = excluded.proposed, at = excluded.at,
            account_number_sealed = case
              when open.proposed->'bankAccount' = excluded.proposed->'bankAccount'
              then coalesce(excluded.account_number_sealed, open.account_number_sealed)
              else excluded.account_number_sealed end`,
      )
    },

    async delete(queries: Transaction, campaignId: string) {
      await queries.run(sql`delete from campaign_pending_change where campaign_id = ${campaignId}`)
    },

    /** False, with nothing changed, when the rules forbid the transition or the change has another status now. */
    async transition(
      queries: Transaction,
      { campaignId, status }: PendingChange,
      event: CampaignEvent,
    ) {
      const rule = findTransition(changeTransitions, status, event)
      if (!rule) return false
      const changed = await queries.run(
        rule.to === 'none'
          ? sql`delete from campaign_pending_change where campaign_id = ${campaignId} and status = ${status}`
          : sql`update campaign_pending_change set status = ${rule.to} where campaign_id = ${campaignId} and status = ${status}`,
      )
      return changed === 1
    },
  }
}

/** The update that approval of the change makes. */
export const toCampaignChange = ({
  proposed,
  accountNumberSealed,
}: PendingChange): CampaignChange => ({
  ...proposed,
  ...(accountNumberSealed && { accountNumberSealed }),
})
