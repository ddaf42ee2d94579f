import * as z from 'zod/mini'

import { koboSchema } from '#shared/money.ts'
import { changeStatuses, type CampaignEvent } from '#shared/campaign-history.ts'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { CampaignChange, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignContent } from './campaign-fields.ts'
import { changeSteps, stepFrom } from './lifecycle.ts'

export type Changes = ReturnType<typeof openChanges>

const proposedSchema = z.object({
  title: z.string(),
  goal: koboSchema,
  endDate: z.nullable(z.string()),
  raiseMoneyFor: z.string(),
  beneficiary: z.string(),
  bankAccount: z.object({ bankCode: z.string(), last4: z.string(), subAccountCode: z.string() }),
})
type Proposed = z.output<typeof proposedSchema>

const changeRow = z.object({
  campaignId: z.string(),
  status: z.enum(changeStatuses),
  proposed: proposedSchema,
  accountNumberSealed: z.nullable(z.instanceof(Buffer)),
  at: z.date(),
})
export type OpenChange = z.output<typeof changeRow>

const columns = sql`campaign_id as "campaignId", status, proposed,
  account_number_sealed as "accountNumberSealed", at`

/** What owners want changed of approved campaigns, one change for each, until it is decided. */
export function openChanges(database: Database) {
  return {
    find: (campaignId: string): Promise<OpenChange | undefined> =>
      database.row(
        changeRow,
        sql`select ${columns} from campaign_change where campaign_id = ${campaignId}`,
      ),

    /** Oldest first. */
    waiting: (limit: number): Promise<OpenChange[]> =>
      database.rows(
        changeRow,
        sql`select ${columns} from campaign_change where status = 'pending' order by at limit ${limit}`,
      ),

    /** In the place of what was proposed before. */
    async propose(queries: Queries, campaignId: string, change: NewChange) {
      const { proposed, accountNumberSealed, at } = change
      await queries.run(
        sql`insert into campaign_change as open (campaign_id, status, proposed, account_number_sealed, at)
          values (${campaignId}, 'pending', ${JSON.stringify(proposed)}, ${accountNumberSealed ?? null}, ${at})
          on conflict (campaign_id) do update set status = 'pending', proposed = excluded.proposed, at = excluded.at,
            account_number_sealed = case
              when open.proposed->'bankAccount' = excluded.proposed->'bankAccount'
              then coalesce(excluded.account_number_sealed, open.account_number_sealed)
              else excluded.account_number_sealed end`,
      )
    },

    /** Nothing is left to change of a campaign that is over. */
    async drop(queries: Queries, campaignId: string) {
      await queries.run(sql`delete from campaign_change where campaign_id = ${campaignId}`)
    },

    /** Goes a step of the table. False, and nothing changed, where the change is not there any more. */
    async take(queries: Queries, { campaignId, status }: OpenChange, event: CampaignEvent) {
      const step = stepFrom(changeSteps, status, event)
      if (!step) return false
      const taken = await queries.run(
        step.to === 'none'
          ? sql`delete from campaign_change where campaign_id = ${campaignId} and status = ${status}`
          : sql`update campaign_change set status = ${step.to} where campaign_id = ${campaignId} and status = ${status}`,
      )
      return taken === 1
    },
  }
}

type NewChange = {
  proposed: Proposed
  accountNumberSealed: Uint8Array | undefined
  at: Date
}

export function proposalOf(content: CampaignContent): Proposed {
  const { title, goal, endDate, raiseMoneyFor, contact, bankAccount } = content
  return { title, goal, endDate, raiseMoneyFor, beneficiary: contact.name, bankAccount }
}

/** The parts of a campaign that people gave for, as they were proposed. */
export function agreedParts(
  { beneficiary, ...proposed }: Proposed,
  { contact }: Pick<CampaignContent, 'contact'>,
) {
  return { ...proposed, contact: { ...contact, name: beneficiary } } satisfies CampaignChange
}

/** What the campaign becomes when the change is approved. */
export function changedBy(
  { proposed, accountNumberSealed }: OpenChange,
  campaign: StoredCampaign,
): CampaignChange {
  return {
    ...agreedParts(proposed, campaign),
    ...(accountNumberSealed && { accountNumberSealed }),
  }
}
