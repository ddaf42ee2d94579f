import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  fieldChangesSchema,
  type CampaignEdits,
  type CampaignEvent,
} from '#shared/campaign-history.ts'
import type { CampaignStatus } from '#shared/campaign.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CampaignChange, StoredCampaign } from '../../providers/content/content.ts'
import { saveNames, type Fingerprints } from '../similarity/comparisons.ts'
import { type FieldChange, diffFields } from './campaign-fields.ts'
import { isPublished, type Versions } from './versions.ts'

export type EditHistory = ReturnType<typeof openEditHistory>

const editRow = z.object({
  at: z.date(),
  changes: fieldChangesSchema,
  version: z.nullable(z.int()),
  isTakenBack: z.boolean(),
})
const maxListed = 50

/** Public edit history of approved campaigns, so that donors can see what changed after they donated. */
export function openEditHistory(database: Database) {
  return {
    async record(
      queries: Queries,
      campaignId: string,
      { changes, version, at }: { changes: FieldChange[]; version: number | undefined; at: Date },
    ) {
      await queries.run(
        sql`insert into campaign_edit (campaign_id, id, changes, version, at)
          values (${campaignId}, ${randomUUID()}, ${JSON.stringify(changes)}, ${version ?? null}, ${at})`,
      )
    },

    /** Newest first. Texts that a reviewer took back are left out. */
    async list(campaignId: string): Promise<CampaignEdits> {
      const edits = await database.rows(
        editRow,
        sql`select e.at, e.changes, e.version, coalesce(v.review = 'taken-back', false) as "isTakenBack"
          from campaign_edit e
          left join campaign_version v on v.campaign_id = e.campaign_id and v.number = e.version - 1
          where e.campaign_id = ${campaignId} order by e.at desc limit ${maxListed}`,
      )
      return edits.map(({ at, changes, version, isTakenBack }) => ({
        at: at.toISOString(),
        changes: isTakenBack ? changes.map(({ field }) => ({ field, before: null })) : changes,
        earlierVersion: version === null || version < 2 || isTakenBack ? null : version - 1,
      }))
    },
  }
}

export type PublicationDeps = {
  versions: Pick<Versions, 'record'>
  editHistory: Pick<EditHistory, 'record'>
  fingerprints: Pick<Fingerprints, 'save'>
  now: () => Date
}

type Change = {
  before: StoredCampaign
  to: CampaignStatus
  event: CampaignEvent
  actorUid: string
  fields?: CampaignChange
}

/** Writes what belongs to a change of a campaign's content: fingerprints, its version and the public edit history. */
export async function recordPublication(
  { versions, editHistory, fingerprints, now }: PublicationDeps,
  queries: Transaction,
  { before, to: status, event, actorUid, fields }: Change,
): Promise<StoredCampaign> {
  const { accountNumberSealed: _accountNumberSealed, ...change } = fields ?? {}
  const after = { ...before, ...change, status }
  if (fields) {
    await fingerprints.save(queries, after)
    await saveNames(queries, after)
  }
  const changesPublicContent = isPublished(after) && (fields || !isPublished(before))
  if (!changesPublicContent) return after
  const at = now()
  const version = await versions.record(queries, { before, after, event, actorUid, at })
  const changes = isPublished(before) ? diffFields(before, after) : []
  if (changes.length > 0) await editHistory.record(queries, after.id, { changes, version, at })
  return after
}
