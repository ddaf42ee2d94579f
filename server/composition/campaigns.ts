import type { ConsentKind } from '#shared/consent-sentences.ts'
import type { Kobo } from '#shared/money.ts'

import type { Database } from '../platform/database/database.ts'
import { openDocuments } from '../campaigns/documents/documents.ts'
import { purgeDocumentsTask } from '../campaigns/documents/purge-documents.ts'
import { handOutTask } from '../platform/images/hand-out-task.ts'
import { hostedOrphanTask } from '../platform/images/hosted-orphans.ts'
import { orphanTask } from '../platform/images/orphans.ts'
import type { ImageStorage } from '../platform/images/image-storage.ts'
import { openImageAccess } from '../platform/images/image-access.ts'
import { openImages, type Images } from '../platform/images/images.ts'
import type { Ledger } from '../money/ledger/ledger.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import type { Stores } from './content-adapters.ts'
import { openDeletion } from './deletion.ts'
import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import type { TwoFactor } from '../people/accounts/two-factor.ts'
import { openEmbeds } from '../platform/share/embeds.ts'
import { openFeeds } from '../platform/share/feeds.ts'
import { openSitemap } from '../platform/share/sitemap.ts'
import { findLastChanges } from '../campaigns/versions/last-changes.ts'
import { openPosters } from '../campaigns/posters/posters.ts'
import { openShareImages } from '../platform/share/share-images.ts'
import { openCampaignResponses } from '../campaigns/views/campaign-response.ts'
import { openCampaignHistory } from '../campaigns/lifecycle/campaign-history.ts'
import { openModeration } from './moderation.ts'
import { openHistoryResponses } from '../campaigns/views/history-response.ts'
import { openPendingChanges } from '../campaigns/lifecycle/pending-changes.ts'
import { openLifecycle } from '../campaigns/lifecycle/lifecycle.ts'
import { openConsents } from '../campaigns/lifecycle/consents.ts'
import { withdrawConsent } from '../campaigns/lifecycle/withdraw-consent.ts'
import type { FirstPayout } from '../campaigns/review/first-payout.ts'
import { openImpersonationChecks } from '../campaigns/review/impersonation-checks.ts'
import { openComparisons } from '../campaigns/similarity/comparisons.ts'
import { openDecisions } from '../campaigns/review/decisions.ts'
import { decisionDelayMs, openScheduledDecisions } from '../campaigns/review/scheduled-decisions.ts'
import { openDrafts } from '../campaigns/submission/drafts.ts'
import { openEditHistory } from '../campaigns/versions/edit-history.ts'
import { openEdits } from '../campaigns/editing/edits.ts'
import { openLiveEdits } from '../campaigns/editing/live-edits.ts'
import { openTrustChecks } from '../campaigns/views/trust-checks.ts'
import { openVersionResponses } from '../campaigns/views/version-response.ts'
import { openVersions } from '../campaigns/versions/versions.ts'
import { openFingerprints } from '../campaigns/similarity/fingerprints.ts'
import { hostedRankingTask } from '../campaigns/search/hosted-ranking.ts'
import { rankingTask } from '../campaigns/search/ranking.ts'
import { openConflicts } from '../staff/moderation/conflicts.ts'
import { endingTask, openEndings } from '../campaigns/endings/endings.ts'
import { reminderTask } from '../campaigns/review/review-reminders.ts'
import { openPayeeAnswers } from '../campaigns/payee/payee-answers.ts'
import { openPayees } from '../campaigns/payee/payees.ts'
import { sealPayeesTask } from '../campaigns/payee/seal-plain-payees.ts'
import { openReviewWarnings } from '../campaigns/review/review-warnings.ts'
import { openReviews } from '../campaigns/review/reviews.ts'
import { openCampaignQuestions } from '../people/supporters/questions.ts'
import { openSubmissions } from '../campaigns/submission/submissions.ts'

type CampaignsDeps = {
  database: Database
  documentStorage: ImageStorage
  payments: Payments
  ledger: Ledger
  sealing: Sealing
  identity: Pick<Identity, 'findAccount' | 'checkPassword'>
  twoFactor: Pick<TwoFactor, 'getState' | 'verifyCode'>
  twoReviewersAbove: Kobo
  firstPayout: FirstPayout
  decisionDelayMs: number | undefined
  publicUrl: string
  outbox: Outbox
  now: () => Date
}

/** Wires the campaign modules and their scheduled tasks. */
export function openCampaigns(stores: Stores, deps: CampaignsDeps) {
  const { content, imageStorage } = stores
  const { database, ledger, now } = deps
  const images = openImages({ database, storage: imageStorage, now })
  const records = openRecords(deps)
  const { history, changes, consents, editHistory, fingerprints, versions } = records
  const drafts = openDrafts({ database, now })
  const responses = openCampaignResponses({ totals: ledger, ...records, now })
  const lifecycle = openLifecycle({ ...deps, content, ...records })
  const impersonationChecks = openImpersonationChecks({ database, content, versions })
  const historyResponses = openHistoryResponses({ content, history, changes })
  const payees = openPayees({ ...deps, content, ...records })
  const checks = { impersonationChecks, lifecycle, historyResponses }
  const shared = { ...deps, content, images, ...records, drafts, responses, payees, ...checks }
  const endings = openEndings(shared)
  const moderation = openModeration(shared)
  const reviewWarnings = openReviewWarnings(shared)
  const decisions = openDecisions({ ...shared, reviewWarnings })
  const delayMs = deps.decisionDelayMs ?? decisionDelayMs
  const scheduledDecisions = openScheduledDecisions({ ...shared, decisions, delayMs })
  const { deletionTasks, ...deletion } = openDeletion({ content, imageStorage }, deps)
  return {
    campaignTasks: [
      endingTask(endings),
      scheduledDecisions.task,
      reminderTask({ ...shared, ...moderation }),
      purgeDocumentsTask(deps),
      sealPayeesTask(deps),
      moderation.reportOutcomesTask,
      ...deletionTasks,
      ...openStoreTasks(stores, deps),
    ],
    documents: openDocuments(shared),
    ...deletion,
    content,
    contentWebhook: stores.hosted?.webhook,
    images,
    drafts,
    responses,
    history,
    historyResponses,
    editHistory,
    consents,
    withdrawConsent: (campaign: StoredCampaign, kind: ConsentKind) =>
      withdrawConsent(shared, campaign, kind),
    payees,
    payeeAnswers: openPayeeAnswers(shared),
    fingerprints,
    endings,
    edits: openEdits(shared),
    liveEdits: openLiveEdits(shared),
    ...openPublicViews({ ...shared, responses }),
    submissions: openSubmissions(shared),
    decisions,
    scheduledDecisions,
    reviews: openReviews(shared),
    ...moderation.services,
    ...openShare(content, { ...deps, images }),
  }
}

/** What everyone reads and asks beside the campaign itself. */
function openPublicViews(
  deps: Parameters<typeof openTrustChecks>[0] &
    Parameters<typeof openCampaignQuestions>[0] &
    Parameters<typeof openImageAccess>[0] & { versions: ReturnType<typeof openVersions> },
) {
  return {
    imageAccess: openImageAccess(deps),
    versionResponses: openVersionResponses(deps.versions),
    trustChecks: openTrustChecks(deps),
    campaignQuestions: openCampaignQuestions(deps),
  }
}

/** What search engines, feed readers, link previews and other websites read. */
function openShare(
  content: ContentStore,
  deps: Pick<CampaignsDeps, 'database' | 'ledger' | 'publicUrl' | 'now'> & { images: Images },
) {
  const { database, publicUrl, now } = deps
  return {
    shareImages: openShareImages(deps),
    posters: openPosters(deps),
    embeds: openEmbeds({ ...deps, totals: deps.ledger }),
    feeds: openFeeds({ lists: content.publicLists, publicUrl, now }),
    sitemap: openSitemap({
      lists: content.publicLists,
      publicUrl,
      findLastChanges: (ids) => findLastChanges(database, ids),
    }),
  }
}

/** What our own tables keep about campaigns, in both content modes. */
function openRecords(deps: Pick<CampaignsDeps, 'database' | 'sealing' | 'now'>) {
  const { database } = deps
  return {
    history: openCampaignHistory(database),
    changes: openPendingChanges(database),
    comparisons: openComparisons(database),
    conflicts: openConflicts(deps),
    consents: openConsents(deps),
    editHistory: openEditHistory(database),
    fingerprints: openFingerprints(database),
    versions: openVersions(deps),
  }
}

/** Tasks that depend on where campaigns are stored. */
function openStoreTasks({ imageStorage, hosted }: Stores, deps: CampaignsDeps) {
  const { database, payments, now } = deps
  const rankingDeps = { database, mode: payments.mode, now }
  const orphansDeps = { database, storage: imageStorage, now }
  return hosted
    ? [
        hostedRankingTask({ ...rankingDeps, hosted }),
        hostedOrphanTask({ ...orphansDeps, hosted }),
        handOutTask(hosted.handOutImages),
      ]
    : [rankingTask(rankingDeps), orphanTask(orphansDeps)]
}
