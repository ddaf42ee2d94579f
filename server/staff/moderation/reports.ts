import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import { caseOutcomes } from '#shared/moderation.ts'
import type { Report } from '#shared/report.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { generateReportReference } from '../../money/receipts/receipt-number.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { findLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { StoredCampaign, ContentStore } from '../../providers/content/content.ts'
import { reportOutcomesJob } from './cases.ts'
import { reportOutcomeMail } from './decisions.ts'

type Reporter = { uid: string | null; language: Language }
type ReportsDeps = { database: Queries; sealing: Pick<Sealing, 'seal'>; now: () => Date }

/** Reports about campaigns, from everyone. */
export function openReports({ database, sealing, now }: ReportsDeps) {
  return {
    /** Returns the reference that the reporter quotes. */
    async file(
      campaign: StoredCampaign,
      { uid, language }: Reporter,
      { reason, details, email }: Report,
    ): Promise<string> {
      const reference = generateReportReference()
      const isGuest = uid === null && email !== ''
      await insertReport(database, {
        id: randomUUID(),
        campaign,
        reason,
        details,
        at: now(),
        reporter: {
          uid,
          reference,
          language,
          emailSealed: isGuest ? sealing.seal('reporter-email', email) : null,
        },
      })
      return reference
    },
  }
}

type NewReport = {
  id: string
  /** Without a title and an owner where the campaign is not at hand. */
  campaign: { id: string; title: string; ownerUid: string | null }
  reason: Report['reason']
  details: string
  at: Date
  reporter?: {
    uid: string | null
    reference: string
    language: Language
    emailSealed: Uint8Array | null
  }
}

/** Adds the report to the campaign's open case, or opens one. A second report with the same id is left out. */
export async function insertReport(queries: Queries, report: NewReport): Promise<void> {
  const { id, campaign, reason, details, at, reporter } = report
  const { uid = null, reference = null, language = null, emailSealed = null } = reporter ?? {}
  await queries.run(sql`
    with opened as (
      insert into moderation_case (campaign_id, title, owner_uid, opened_at)
      select ${campaign.id}, ${campaign.title}, ${campaign.ownerUid}, ${at}
      where not exists (select from campaign_report where campaign_id = ${campaign.id} and id = ${id}::uuid)
      on conflict (campaign_id) where closed_at is null
        do update set title = excluded.title, owner_uid = excluded.owner_uid
      returning id
    )
    insert into campaign_report (
      campaign_id, id, case_id, reason, details, reporter_uid, reference, language, reporter_email_sealed, at)
    select ${campaign.id}, ${id}::uuid, opened.id, ${reason}, ${details}, ${uid}, ${reference}, ${language},
      ${emailSealed}::bytea, ${at} from opened
    on conflict (campaign_id, id) do nothing`)
}

/** Whether there is such a report, and its case was not dismissed. */
export const isUndismissed = (campaignId: Sql, id: Sql) => sql`exists (
  select from campaign_report report join moderation_case reported on reported.id = report.case_id
  where report.campaign_id = ${campaignId} and report.id = ${id} and reported.outcome is distinct from 'dismissed')`

type Deps = Pick<Foundation, 'database' | 'outbox'> & {
  content: Pick<ContentStore, 'findUserByUid'>
  sealing: Pick<Sealing, 'open' | 'fingerprint'>
}

const batchSize = 100

const dueRow = z.object({
  number: z.int(),
  caseId: z.int(),
  reference: z.string(),
  language: z.nullable(languageSchema),
  reporterUid: z.nullable(z.string()),
  emailSealed: z.nullable(z.instanceof(Uint8Array)),
  title: z.string(),
  outcome: z.enum(caseOutcomes),
})
type DueReport = z.output<typeof dueRow>

/** Mails reporters what was decided, once per person and case, and deletes the address of a guest. */
async function mailReportOutcomes(deps: Deps): Promise<void> {
  for (;;) {
    const due = await deps.database.rows(
      dueRow,
      sql`select report.number, report.case_id as "caseId", coalesce(report.reference, '') as reference, report.language,
          report.reporter_uid as "reporterUid", report.reporter_email_sealed as "emailSealed", closed.title, closed.outcome
        from campaign_report report join moderation_case closed on closed.id = report.case_id
        where report.outcome_due and closed.outcome is not null order by report.number limit ${batchSize}`,
    )
    for (const report of due) await mailOutcome(deps, report)
    if (due.length < batchSize) return
  }
}

async function mailOutcome(
  { database, content, sealing, outbox }: Deps,
  report: DueReport,
): Promise<void> {
  const { number, caseId, reporterUid, emailSealed } = report
  const person = reporterUid === null ? undefined : await content.findUserByUid(reporterUid)
  const address = emailSealed
    ? sealing.open('reporter-email', emailSealed)
    : person?.emailVerified && person.email
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update campaign_report set outcome_due = false, reporter_email_sealed = null where number = ${number}`)
    if (!address) return
    const language =
      reporterUid === null ? (report.language ?? 'en') : await findLanguage(queries, reporterUid)
    const key = `report-outcome ${caseId} ${sealing.fingerprint('reporter', address).toString('hex')}`
    await outbox.enqueue(queries, reportOutcomeMail({ to: address, language }, report), key)
  })
}

export function reportOutcomesTask(deps: Deps): Task {
  return {
    name: reportOutcomesJob.task,
    lane: 'maintenance',
    cron: '25 * * * *',
    run: () => mailReportOutcomes(deps),
  }
}
