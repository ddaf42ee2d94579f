import type { Kobo } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { hostedOrphanTask } from '../images/hosted-orphans.ts'
import { orphanTask } from '../images/orphans.ts'
import { openPictures } from '../images/pictures.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { outbox } from '../mail/outbox.ts'
import type { Stores } from './content-adapters.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { SecondFactor } from '../accounts/two-factor.ts'
import { openFeeds } from '../share/feeds.ts'
import { openSharePictures } from '../share/share-pictures.ts'
import { campaignAnswers } from '../campaigns/views/campaign-response.ts'
import { campaignHistory } from '../campaigns/lifecycle/campaign-history.ts'
import { campaignPasts } from '../campaigns/views/campaign-past.ts'
import { openChanges } from '../campaigns/lifecycle/pending-changes.ts'
import { campaignCourse } from '../campaigns/lifecycle/transitions.ts'
import { openDecisions } from '../campaigns/review/decisions.ts'
import { openDrafts } from '../campaigns/submission/drafts.ts'
import { openEditHistory } from '../campaigns/editing/edit-history.ts'
import { openEdits } from '../campaigns/editing/edits.ts'
import { openPrints } from '../campaigns/similarity/fingerprints.ts'
import { hostedRankingTask } from '../campaigns/search/hosted-ranking.ts'
import { rankingTask } from '../campaigns/search/ranking.ts'
import { openReports } from '../campaigns/review/reports.ts'
import { endingTask, openEndings } from '../campaigns/lifecycle/endings.ts'
import { reminderTask } from '../campaigns/review/review-reminders.ts'
import { openReviews } from '../campaigns/review/reviews.ts'
import { openSubmissions } from '../campaigns/submission/submissions.ts'

type CampaignParts = {
  database: Database
  payments: Payments
  ledger: Ledger
  sealing: Sealing
  identity: Pick<Identity, 'findAccount' | 'checkPassword'>
  secondFactor: Pick<SecondFactor, 'stateOf'>
  twoReviewersAbove: Kobo
  publicUrl: string
  now: () => Date
}

/** Everything about campaigns, from the draft to the link's preview, and what is done about them at night. */
export function openCampaigns({ content, images, hosted }: Stores, parts: CampaignParts) {
  const { database, ledger, payments, publicUrl, now } = parts
  const pictures = openPictures({ database, images, now })
  const history = campaignHistory(database)
  const drafts = openDrafts({ database, now })
  const answers = campaignAnswers({ totals: ledger, history, now })
  const changes = openChanges(database)
  const editHistory = openEditHistory(database)
  const prints = openPrints(database)
  const course = campaignCourse({ ...parts, content, history, changes, outbox })
  const known = { content, pictures, history, drafts, answers, outbox }
  const shared = { ...parts, ...known, changes, editHistory, prints, course }
  const endings = openEndings(shared)
  const pasts = campaignPasts(shared)
  const ranked = { database, mode: payments.mode, now }
  const kept = { database, images, now }
  const storeTasks = hosted
    ? [hostedRankingTask({ ...ranked, hosted }), hostedOrphanTask({ ...kept, hosted })]
    : [rankingTask(ranked), orphanTask(kept)]
  return {
    campaignTasks: [endingTask(endings), reminderTask(shared), ...storeTasks],
    edits: openEdits(shared),
    endings,
    pasts,
    editHistory,
    decisions: openDecisions(shared),
    prints,
    content,
    pictures,
    drafts,
    answers,
    submissions: openSubmissions(shared),
    reviews: openReviews({ ...shared, pasts }),
    reports: openReports(shared),
    sharePictures: openSharePictures(),
    feeds: openFeeds({ content, publicUrl, now }),
  }
}
