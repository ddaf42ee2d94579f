import { randomUUID } from 'node:crypto'

import type { Language } from '#shared/language.ts'
import type { Report } from '#shared/report.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../../../providers/content/content.ts'
import { generateReportReference } from '../../../money/receipts/receipt-number.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

export type Reports = ReturnType<typeof openReports>

export const reporterEmailPurpose = 'reporter-email'

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
          emailSealed: isGuest ? sealing.seal(reporterEmailPurpose, email) : null,
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
