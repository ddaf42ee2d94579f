import type { Appeal } from '#shared/moderation.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { User } from '../../../platform/policy/actor.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import { appealColumns, appealRow, type AppealRow } from './appeal-rows.ts'
import type { Conflicts } from '../conflicts/conflicts.ts'
import { findDecisionInForce } from '../decisions/statements.ts'

export type AppealQueue = ReturnType<typeof openAppealQueue>

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign'>
  conflicts: Conflicts
}

const pageRows = 20

/** Open appeals, for reviewers. */
export function openAppealQueue(deps: Deps) {
  return {
    /** Oldest first. */
    async listPage(reader: User, after: number) {
      const rows = await deps.database.rows(
        appealRow,
        sql`select ${appealColumns} from moderation_appeal
          where closed_at is null and id > ${after} order by id limit ${pageRows + 1}`,
      )
      const shown = rows.slice(0, pageRows)
      return {
        appeals: await Promise.all(shown.map((row) => toAppeal(deps, reader, row))),
        next: rows.length > pageRows ? (shown.at(-1)?.id ?? null) : null,
      }
    },
  }
}

async function toAppeal(
  { database, content, conflicts }: Deps,
  reader: User,
  { id, campaignId, ownerUid, kind, decidedBy, decidedAt, text, at }: AppealRow,
): Promise<Appeal> {
  const campaign = await content.findCampaign(campaignId)
  const decision = campaign && (await findDecisionInForce(database, campaign))
  const isInForce = decision?.kind === kind && decision.at.getTime() === decidedAt.getTime()
  return {
    id,
    campaignId,
    title: campaign?.title ?? '',
    kind,
    text,
    at: at.toISOString(),
    decidedAt: decidedAt.toISOString(),
    reason: isInForce ? decision.reason : '',
    isInForce,
    conflicts: [
      ...(await conflicts.find(database, reader, { id: campaignId, ownerUid, decidedBy })),
    ],
  }
}
