import type { CampaignHistory } from '../campaigns/lifecycle/campaign-history.ts'
import type { Lifecycle } from '../campaigns/lifecycle/lifecycle.ts'
import type { Database } from '../platform/database/database.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import { openAppealQueue, openAppeals } from '../staff/moderation/appeals.ts'
import { openCampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { openCaseDecisions } from '../staff/moderation/case-decisions.ts'
import { openCases } from '../staff/moderation/cases.ts'
import { countOverdue, type Conflicts } from '../staff/moderation/conflicts.ts'
import { reportOutcomesTask, openReports } from '../staff/moderation/reports.ts'
import { openYearlyFigures } from '../staff/moderation/yearly-figures.ts'
import { openStopReleases } from '../money/payouts/stops/release-stop.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'

type ModerationDeps = {
  database: Database
  content: ContentStore
  payments: Pick<Payments, 'mode'>
  sealing: Sealing
  history: CampaignHistory
  lifecycle: Lifecycle
  conflicts: Conflicts
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

/** Wires reports, cases, decisions about them, appeals and the yearly figures. */
export function openModeration(deps: ModerationDeps) {
  const { database, conflicts, payments, now } = deps
  return {
    reportOutcomesTask: reportOutcomesTask(deps),
    countOverdueCases: () => countOverdue(database, now()),
    services: {
      conflicts,
      reports: openReports(deps),
      subjects: openCampaignSubjects(deps),
      cases: openCases(deps),
      caseDecisions: openCaseDecisions(deps),
      appeals: openAppeals(deps),
      appealQueue: openAppealQueue(deps),
      stopReleases: openStopReleases({ ...deps, mode: payments.mode }),
      yearlyFigures: openYearlyFigures({ database, mode: payments.mode, now }),
    },
  }
}
