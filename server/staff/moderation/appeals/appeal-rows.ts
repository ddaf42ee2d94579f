import * as z from 'zod/mini'

import { decisionKinds, type Conflict } from '#shared/moderation.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export const appealRow = z.object({
  id: z.int(),
  campaignId: z.string(),
  ownerUid: z.string(),
  kind: z.enum(decisionKinds),
  decidedBy: z.string(),
  decidedAt: z.date(),
  text: z.string(),
  at: z.date(),
})
export type AppealRow = z.output<typeof appealRow>
/** With the conflicts of the reviewer who asks. */
export type AppealSubject = AppealRow & { conflicts: readonly Conflict[] }

export const appealColumns = sql`
  id, campaign_id as "campaignId", owner_uid as "ownerUid", kind, decided_by as "decidedBy", decided_at as "decidedAt", text, at`

const idPattern = /^[1-9]\d{0,14}$/

export async function findAppeal(queries: Queries, id: string): Promise<AppealRow | undefined> {
  if (!idPattern.test(id)) return undefined
  return queries.row(
    appealRow,
    sql`select ${appealColumns} from moderation_appeal where id = ${Number(id)}`,
  )
}
