import * as z from 'zod/mini'

import { caseOutcomes, type CaseOutcome, type Conflict } from '#shared/moderation.ts'

import type { Queries, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import { enqueueJob } from '../../../platform/queue/queue.ts'

/** Mails the outcomes to the reporters of closed cases. */
export const reportOutcomesJob = { task: 'mail-report-outcomes', key: 'mail-report-outcomes' }

const caseRow = z.object({
  id: z.int(),
  campaignId: z.string(),
  title: z.string(),
  ownerUid: z.nullable(z.string()),
  closedAt: z.nullable(z.date()),
  outcome: z.nullable(z.enum(caseOutcomes)),
})

const idPattern = /^[1-9]\d{0,14}$/

/** A case outlives its campaign. `conflicts` are those of the reviewer who asks. */
export type CaseSubject = z.output<typeof caseRow> & {
  campaign: StoredCampaign | undefined
  conflicts: readonly Conflict[]
}

export async function findCase(queries: Queries, id: string) {
  if (!idPattern.test(id)) return undefined
  return queries.row(
    caseRow,
    sql`select id, campaign_id as "campaignId", title, owner_uid as "ownerUid", closed_at as "closedAt", outcome
      from moderation_case where id = ${Number(id)}`,
  )
}

type Closing = { campaignId: string; outcome: CaseOutcome; uid: string; at: Date }

/** Closes the campaign's open case with all its reports. Returns its id, or undefined where none is open. */
export async function closeCase(
  queries: Transaction,
  { campaignId, outcome, uid, at }: Closing,
): Promise<number | undefined> {
  const closed = await queries.row(
    z.object({ id: z.int() }),
    sql`update moderation_case set closed_at = ${at}, closed_by = ${uid}, outcome = ${outcome}
      where campaign_id = ${campaignId} and closed_at is null returning id`,
  )
  if (!closed) return undefined
  await queries.run(
    sql`update campaign_report set resolved_at = ${at}, resolved_by = ${uid},
        outcome_due = reporter_uid is not null or reporter_email_sealed is not null
      where case_id = ${closed.id} and resolved_at is null`,
  )
  await enqueueJob(queries, reportOutcomesJob)
  return closed.id
}

/** Gathers reports that a version of Ajo without cases stored. */
export async function adoptReports(queries: Queries): Promise<void> {
  await queries.run(sql`
    with opened as (
      insert into moderation_case (campaign_id, title, opened_at)
      select campaign_id, '', min(at) from campaign_report
      where case_id is null and resolved_at is null group by campaign_id order by min(at)
      on conflict (campaign_id) where closed_at is null
        do update set opened_at = least(moderation_case.opened_at, excluded.opened_at)
      returning id, campaign_id
    )
    update campaign_report set case_id = opened.id from opened
    where campaign_report.campaign_id = opened.campaign_id and case_id is null and resolved_at is null`)
}
