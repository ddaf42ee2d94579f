import * as z from 'zod/mini'

import type { CampaignStatus } from '#shared/campaign.ts'
import type { Statement } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import type { TakedownGround } from '#shared/takedown.ts'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import { findLanguage } from '../../../platform/mail/reader-language.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import { statementMail } from './statement-mail.ts'
import { getAppealEnd } from './statements.ts'

type NewDecision = { reason: string; actorUid: string; at: Date; caseId: number } & (
  | { kind: 'freeze' }
  | {
      kind: 'takedown'
      ground: TakedownGround
      publicReason: string
      statusBefore: CampaignStatus
    }
)

/** Stores the decision with the reasons of its case's reports, never the reporters. Returns the statement of reasons. */
export async function insertDecision(
  queries: Transaction,
  campaignId: string,
  decision: NewDecision,
): Promise<Statement> {
  const { kind, reason, actorUid, at, caseId } = decision
  const { ground, publicReason, statusBefore } =
    kind === 'takedown' ? decision : { ground: null, publicReason: null, statusBefore: null }
  const row = await queries.row(
    z.object({ reportReasons: z.array(z.enum(reportReasons)) }),
    sql`insert into moderation_decision (
        campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before)
      values (${campaignId}, ${caseId}, ${kind}, ${ground}, ${publicReason}, ${reason},
        array(select distinct campaign_report.reason from campaign_report where case_id = ${caseId} order by 1),
        ${actorUid}, ${at}, ${statusBefore})
      returning report_reasons as "reportReasons"`,
  )
  return {
    kind,
    ground,
    publicReason,
    reason,
    reportReasons: row?.reportReasons ?? [],
    at: at.toISOString(),
    appealUntil: getAppealEnd(at).toISOString(),
  }
}

type Owner = { email: string } | undefined
type StatementNotice = { campaign: StoredCampaign; owner: Owner; statement: Statement }

/** Mails the statement of reasons to the organiser, in the transaction of the decision. */
export async function sendStatement(
  { outbox, publicUrl }: { outbox: Outbox; publicUrl: string },
  queries: Transaction,
  { campaign, owner, statement }: StatementNotice,
): Promise<void> {
  if (!owner) return
  const { id, title, ownerUid } = campaign
  const language = await findLanguage(queries, ownerUid)
  const url = new URL(`/dashboard/campaign/${id}`, publicUrl).href
  await outbox.enqueue(queries, statementMail(owner.email, language, { title, statement, url }))
}
