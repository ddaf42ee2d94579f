import type { Kobo } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { hostedOrphanTask } from '../images/hosted-orphans.ts'
import { orphanTask } from '../images/orphans.ts'
import { openImages } from '../images/images.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Outbox } from '../mail/mail.ts'
import type { Stores } from './content-adapters.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { TwoFactor } from '../accounts/two-factor.ts'
import { openFeeds } from '../share/feeds.ts'
import { openShareImages } from '../share/share-images.ts'
import { openCampaignResponses } from '../campaigns/views/campaign-response.ts'
import { openCampaignHistory } from '../campaigns/lifecycle/campaign-history.ts'
import { openHistoryResponses } from '../campaigns/views/history-response.ts'
import { openPendingChanges } from '../campaigns/lifecycle/pending-changes.ts'
import { openLifecycle } from '../campaigns/lifecycle/lifecycle.ts'
import { openDecisions } from '../campaigns/review/decisions.ts'
import { openDrafts } from '../campaigns/submission/drafts.ts'
import { openEditHistory } from '../campaigns/editing/edit-history.ts'
import { openEdits } from '../campaigns/editing/edits.ts'
import { openFingerprints } from '../campaigns/similarity/fingerprints.ts'
import { hostedRankingTask } from '../campaigns/search/hosted-ranking.ts'
import { rankingTask } from '../campaigns/search/ranking.ts'
import { openReports } from '../campaigns/review/reports.ts'
import { endingTask, openEndings } from '../campaigns/lifecycle/endings.ts'
import { reminderTask } from '../campaigns/review/review-reminders.ts'
import { openReviews } from '../campaigns/review/reviews.ts'
import { openSubmissions } from '../campaigns/submission/submissions.ts'

type CampaignsDeps = {
  database: Database
  payments: Payments
  ledger: Ledger
  sealing: Sealing
  identity: Pick<Identity, 'findAccount' | 'checkPassword'>
  twoFactor: Pick<TwoFactor, 'getState'>
  twoReviewersAbove: Kobo
  publicUrl: string
  outbox: Outbox
  now: () => Date
}

/** Wires the campaign modules and their scheduled tasks. */
export function openCampaigns({ content, imageStorage, hosted }: Stores, deps: CampaignsDeps) {
  const { database, ledger, payments, publicUrl, now } = deps
  const images = openImages({ database, storage: imageStorage, now })
  const history = openCampaignHistory(database)
  const drafts = openDrafts({ database, now })
  const responses = openCampaignResponses({ totals: ledger, history, now })
  const changes = openPendingChanges(database)
  const editHistory = openEditHistory(database)
  const fingerprints = openFingerprints(database)
  const lifecycle = openLifecycle({ ...deps, content, history, changes })
  const historyResponses = openHistoryResponses({ content, history, changes })
  const shared = {
    ...deps,
    content,
    images,
    history,
    drafts,
    responses,
    changes,
    editHistory,
    fingerprints,
    lifecycle,
    historyResponses,
  }
  const endings = openEndings(shared)
  const rankingDeps = { database, mode: payments.mode, now }
  const orphansDeps = { database, storage: imageStorage, now }
  const storeTasks = hosted
    ? [hostedRankingTask({ ...rankingDeps, hosted }), hostedOrphanTask({ ...orphansDeps, hosted })]
    : [rankingTask(rankingDeps), orphanTask(orphansDeps)]
  return {
    campaignTasks: [endingTask(endings), reminderTask(shared), ...storeTasks],
    content,
    images,
    drafts,
    responses,
    historyResponses,
    editHistory,
    fingerprints,
    endings,
    edits: openEdits(shared),
    submissions: openSubmissions(shared),
    decisions: openDecisions(shared),
    reviews: openReviews(shared),
    reports: openReports(shared),
    shareImages: openShareImages(),
    feeds: openFeeds({ content, publicUrl, now }),
  }
}
