import * as z from 'zod/mini'

import { appealDays, decisionKinds, type DecisionKind, type Statement } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { takedownGrounds } from '#shared/takedown.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'

const decisionRow = z.object({
  kind: z.enum(decisionKinds),
  ground: z.nullable(z.enum(takedownGrounds)),
  publicReason: z.nullable(z.string()),
  reason: z.string(),
  reportReasons: z.array(z.enum(reportReasons)),
  actorUid: z.string(),
  at: z.date(),
})
export type DecisionInForce = z.output<typeof decisionRow>

/** The decision against the campaign that its organiser can appeal: its takedown, else its freeze, else its rejection. */
export async function findDecisionInForce(
  queries: Queries,
  { id, status }: Pick<StoredCampaign, 'id' | 'status'>,
): Promise<DecisionInForce | undefined> {
  const decision = await queries.row(
    decisionRow,
    sql`select kind, ground, public_reason as "publicReason", reason, report_reasons as "reportReasons",
        actor_uid as "actorUid", at
      from moderation_decision where campaign_id = ${id} and ended_at is null order by kind desc limit 1`,
  )
  if (decision || status !== 'rejected') return decision
  return queries.row(
    decisionRow,
    sql`select 'rejection' as kind, null as ground, null as "publicReason", coalesce(reason, '') as reason,
        '{}'::text[] as "reportReasons", actor_uid as "actorUid", at
      from campaign_history where campaign_id = ${id} and event = 'reject' order by at desc limit 1`,
  )
}

export function getAppealEnd(at: Date): Date {
  return new Date(at.getTime() + appealDays * 86_400_000)
}

/** Without the reviewer, whom organisers do not learn. */
export function toStatement({ actorUid: _actor, ...decision }: DecisionInForce): Statement {
  return {
    ...decision,
    at: decision.at.toISOString(),
    appealUntil: getAppealEnd(decision.at).toISOString(),
  }
}

/** True while the decision of this kind and time holds. */
export async function isInForce(
  queries: Queries,
  campaign: Pick<StoredCampaign, 'id' | 'status'>,
  { kind, decidedAt }: { kind: DecisionKind; decidedAt: Date },
): Promise<boolean> {
  const decision = await findDecisionInForce(queries, campaign)
  return decision?.kind === kind && decision.at.getTime() === decidedAt.getTime()
}
