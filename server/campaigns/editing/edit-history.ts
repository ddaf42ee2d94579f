import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { fieldChangesSchema, type CampaignEdits } from '#shared/campaign-history.ts'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { FieldChange } from '../lifecycle/campaign-fields.ts'

export type EditHistory = ReturnType<typeof openEditHistory>

const editRow = z.object({ at: z.date(), changes: fieldChangesSchema })
const maxListed = 50

/** Public edit history of approved campaigns, so that donors can see what changed after they donated. */
export function openEditHistory(database: Database) {
  return {
    async record(
      queries: Queries,
      campaignId: string,
      { changes, at }: { changes: FieldChange[]; at: Date },
    ) {
      await queries.run(
        sql`insert into campaign_edit (campaign_id, id, changes, at)
          values (${campaignId}, ${randomUUID()}, ${JSON.stringify(changes)}, ${at})`,
      )
    },

    /** Newest first. */
    async list(campaignId: string): Promise<CampaignEdits> {
      const edits = await database.rows(
        editRow,
        sql`select at, changes from campaign_edit where campaign_id = ${campaignId}
          order by at desc limit ${maxListed}`,
      )
      return edits.map(({ at, changes }) => ({ at: at.toISOString(), changes }))
    },
  }
}
