import * as z from 'zod/mini'

import { caseOutcomes } from '#shared/moderation.ts'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Outbox } from '../../../platform/mail/mail.ts'
import { findLanguage, languageSchema } from '../../../platform/mail/reader-language.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import type { Task } from '../../../platform/queue/queue.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { reportOutcomesJob } from '../cases/case-rows.ts'
import { reportOutcomeMail } from './report-outcome-mail.ts'
import { reporterEmailPurpose } from './reports.ts'

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid'>
  sealing: Pick<Sealing, 'open' | 'fingerprint'>
  outbox: Outbox
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
export async function mailReportOutcomes(deps: Deps): Promise<void> {
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
    ? sealing.open(reporterEmailPurpose, emailSealed)
    : person?.emailVerified && person.email
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update campaign_report set outcome_due = false, reporter_email_sealed = null where number = ${number}`)
    if (!address) return
    const language =
      reporterUid === null ? (report.language ?? 'en') : await findLanguage(queries, reporterUid)
    const key = `report-outcome ${caseId} ${sealing.fingerprint('reporter', address).toString('hex')}`
    await outbox.enqueue(queries, reportOutcomeMail(address, language, report), key)
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
