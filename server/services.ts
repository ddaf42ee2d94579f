import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { ConsentKind } from '#shared/consent-sentences.ts'

import { recordAction } from './staff/admin/audit-log.ts'
import { openWork } from './staff/work.ts'
import type { Foundation } from './providers/foundation.ts'
import {
  openDocumentStorage,
  openIdentity,
  openPayments,
  openStores,
  type Stores,
} from './adapters.ts'
import { openDocuments, purgeDocumentsTask } from './campaigns/documents/documents.ts'
import { openEdits, openLiveEdits } from './campaigns/editing/edits.ts'
import { endingTask, openEndings } from './campaigns/endings/endings.ts'
import { openCampaignHistory } from './campaigns/lifecycle/campaign-history.ts'
import { openConsents, withdrawConsent } from './campaigns/lifecycle/consents.ts'
import { openLifecycle } from './campaigns/lifecycle/lifecycle.ts'
import { openPendingChanges } from './campaigns/lifecycle/pending-changes.ts'
import { openMembers } from './campaigns/members/members.ts'
import { openMemberRequests } from './campaigns/members/requests.ts'
import { openPayeeAnswers, openPayees } from './campaigns/payee/payees.ts'
import { openExpenses, openOutsideReceipts } from './campaigns/records/records.ts'
import { openPosters } from './campaigns/posters/posters.ts'
import { openDecisions, openReviews, openReviewWarnings } from './campaigns/review/reviews.ts'
import { openImpersonationChecks } from './campaigns/review/impersonation-checks.ts'
import { decisionDelayMs, openScheduledDecisions } from './campaigns/review/scheduled-decisions.ts'
import { hostedRankingTask, rankingTask } from './campaigns/search/ranking.ts'
import { openComparisons, openFingerprints } from './campaigns/similarity/comparisons.ts'
import { openDrafts } from './campaigns/submission/drafts.ts'
import { openSubmissions } from './campaigns/submission/submissions.ts'
import { openEditHistory, findLastChanges, openVersions } from './campaigns/versions/versions.ts'
import { openCampaignResponses, openContactAccess } from './campaigns/views/campaign-response.ts'
import { openHistoryResponses, openVersionResponses } from './campaigns/views/history-response.ts'
import { openTrustChecks } from './campaigns/views/trust-checks.ts'
import { openDevelopmentMailbox } from './development.ts'
import { disputeAlerts, openDisputes } from './money/disputes/disputes.ts'
import { openDonations, paymentTasks, resumePayments } from './money/donations/donations.ts'
import { openMonthlyDonations } from './money/donations/monthly.ts'
import { accountNumberTasks, openTransferClaims } from './money/donations/transfers.ts'
import { ledgerTasks, openLedger } from './money/ledger/ledger.ts'
import { exposures, holdOverCapsJob, moneyAlarms } from './money/payouts/exposure.ts'
import { payoutNotices } from './money/payouts/donation-payouts.ts'
import { openPayouts, payoutTasks } from './money/payouts/payouts.ts'
import { openStopReleases } from './money/payouts/payout-stops.ts'
import { receiptJob, receiptTasks, listForged, openReceipts } from './money/receipts/receipts.ts'
import { openReceiptSigning } from './money/receipts/signing.ts'
import { openBankAccounts } from './money/refunds/bank-accounts.ts'
import { openCancellations } from './money/refunds/cancellations.ts'
import { openRefundPace } from './money/refunds/refund-rows.ts'
import { refundTasks } from './money/refunds/run-refunds.ts'
import { openRefunds } from './money/refunds/refunds.ts'
import { heldPaymentNotices, reversalNotices } from './money/refunds/refund-notices.ts'
import { openAccountEvents } from './people/accounts/account-events.ts'
import { openSecureAccount, openSessions, sessionTasks } from './people/accounts/sessions.ts'
import { openTwoFactor } from './people/accounts/two-factor.ts'
import { openOverview, openMyDonations } from './people/overview/overview.ts'
import { openAccessLog } from './people/privacy/access-log.ts'
import {
  openEvidence,
  openDeletions,
  finishDeletionsTask,
  openTombstones,
} from './people/privacy/deletions.ts'
import {
  unconfirmedTasks,
  displacedTask,
  enqueueDisplaced,
  openGuestData,
} from './people/privacy/personal-data.ts'
import { openCdn } from './platform/cache/cdn.ts'
import { purgeInAllProcesses } from './platform/cache/invalidation.ts'
import { openWriteReports } from './platform/cache/purge-on-write.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { withPool } from './platform/database/pools.ts'
import type { Connection } from './platform/database/primary.ts'
import type { Standbys } from './platform/database/standbys.ts'
import { openServerDatabase } from './platform/database/server-database.ts'
import { alarmTask } from './platform/health/alarms.ts'
import { reportUnnamedProxies } from './platform/health/fault-reports.ts'
import { openQueueHealth } from './platform/health/stored-metrics.ts'
import { openExchangeRates } from './platform/rates/exchange-rates.ts'
import { openReadiness } from './platform/health/health-routes.ts'
import { handOutTask, hostedOrphanTask, orphanTask } from './platform/images/orphans.ts'
import { openImageAccess, openImages } from './platform/images/images.ts'
import type { ImageStorage } from './platform/images/image-storage.ts'
import { toDevelopmentKey } from './platform/http/request-checks.ts'
import { openSealing } from './platform/keys/open-sealing.ts'
import type { DeliveryDeps } from './platform/mail/delivery.ts'
import type { Outbox } from './platform/mail/mail.ts'
import { mailTasks, openOutbox } from './platform/mail/outbox.ts'
import type { MailTransport } from './platform/mail/smtp.ts'
import { openPages, type Pages } from './platform/pages/pages.ts'
import type { Task } from './platform/queue/queue.ts'
import { startJobs, type Jobs } from './platform/queue/start-jobs.ts'
import { abuseDetectionTasks } from './platform/rate-limits/abuse-detection.ts'
import { openRateLimits } from './platform/rate-limits/rate-limits.ts'
import { StartRefused } from './platform/runtime/errors.ts'
import { openLog, type Log } from './platform/runtime/log.ts'
import { openMetrics, type Metrics } from './platform/runtime/metrics.ts'
import type { Sealing } from './platform/runtime/sealing.ts'
import { traced } from './platform/runtime/tracing.ts'
import { openEmbeds } from './platform/share/embeds.ts'
import { openFeeds } from './platform/share/feeds.ts'
import { openShareImages } from './platform/share/share-images.ts'
import { openSitemap } from './platform/share/sitemap.ts'
import type { Identity } from './providers/identity/identity.ts'
import type { Payments } from './providers/payments/payments.ts'
import type { HostedContentStore, StoredCampaign } from './providers/content/content.ts'
import {
  openCampaignSubjects,
  openAppealQueue,
  openAppeals,
} from './staff/moderation/campaign-subjects.ts'
import { openYearlyFigures } from './staff/moderation/yearly-figures.ts'
import { openLogSigners } from './transparency/log-state.ts'
import { openArchive } from './transparency/publish.ts'
import { listCampaignEntries, sumCampaignEntries } from './transparency/read-log.ts'
import { openTransparency } from './transparency/transparency.ts'
import { openLegalHold } from './people/privacy/legal-hold.ts'
import { retentionTask } from './people/privacy/retention.ts'
import {
  openConfirmedAddresses,
  openMessageReports,
  openUnsubscribe,
  withdrawWords,
} from './people/supporters/mail-links.ts'
import { openCampaignWebhooks } from './people/supporters/webhooks.ts'
import { digestTask } from './people/supporters/digests.ts'
import { moveFollows, openCampaignFollowers, remindOfEnds } from './people/supporters/followers.ts'
import {
  openPersonalLinks,
  publishSupportersTask,
  openSupporterList,
} from './people/supporters/supporter-list.ts'
import { openCampaignQuestions } from './people/supporters/questions.ts'
import { openThankYouMessages } from './people/supporters/thank-yous.ts'
import { openCampaignUpdates, updateReminderTask } from './people/supporters/updates.ts'
import { openCaseDecisions } from './staff/moderation/decisions.ts'
import { openCases } from './staff/moderation/cases.ts'
import { openReports, reportOutcomesTask } from './staff/moderation/reports.ts'
import { openConflicts } from './staff/moderation/conflicts.ts'

/** What tests, sample data and benches replace. Everything that is missing here is opened as the settings say. */
export interface Overrides {
  log?: Log
  /** The process cannot go on without its database. */
  onFatal?: (error: Error) => void
  now?: () => Date
  /** Time for undoing a reviewer's decision. With 0 it takes effect in the request. */
  decisionDelayMs?: number
  /** A migrated database that the caller closes. The caller also runs the jobs: no queue is started. */
  database?: Database
  identity?: Identity & { tasks: Task[] }
  /** Campaigns, profiles and images. */
  stores?: Stores
  payments?: Payments
  /** Which addresses webhooks of organisers may reach. */
  allowsAddress?: (address: string) => boolean
  mailTransport?: MailTransport
  /** `false` serves the API alone, for which no build is needed. */
  pages?: Pages | false
  /** `false` records donations and decisions without sending mails or issuing receipts. */
  notifies?: boolean
}

/** What the routes are made of. Each unpacks the few that it needs. */
export type Services = Awaited<ReturnType<typeof openServices>>

/** Opens everything behind the routes. Each call names what it gets. Disposing closes it in reverse order. */
export async function openServices(config: Config, overrides: Overrides = {}) {
  await using opened = new AsyncDisposableStack()
  const { log = openLog(config.logLevel), now = () => new Date(), notifies = true } = overrides
  const { publicUrl, adminEmail, supportEmail, plans, exposureCaps: caps } = config
  const isQuiet = !notifies

  // The platform: database, secrets, mails that wait, metrics
  const { writes, purgeFrom } = openWriteReports()
  const { database, connection, standbys, countMisuses } = await openServerDatabase(
    config,
    { log, opened, writes },
    overrides,
  )
  const sealing = await openSealing(config, database)
  const developmentKey = toDevelopmentKey(config, sealing)
  const signing = await openReceiptSigning(config, database, now)
  const metrics = openMetrics({ isShown: config.metricsToken !== undefined })
  const outbox = toOutbox(config, { sealing, log, isQuiet })

  // Providers
  const { content, imageStorage, hosted } = await openStores(
    config,
    { database, digests: sealing },
    overrides.stores,
  )
  const documentStorage = await openDocumentStorage(config)
  const { payments, sandbox } = await openPayments(
    config,
    { database, log, opened, developmentKey, fetch: metrics.toCountedFetch('payments', fetch) },
    overrides.payments,
  )
  const { mode } = payments

  // Accounts, sessions, two-factor authentication and the rate limits that protect them
  const accountEvents = openAccountEvents({ outbox, sealing, publicUrl, supportEmail, now })
  const sessions = openSessions({ database, publicUrl, events: accountEvents, now })
  const { isKnownDevice } = sessions
  const limits = openRateLimits({ database, sealing, outbox, isKnownDevice, now })
  const { counters, abuseDetection } = limits
  const rateLimits = config.hasRateLimits ? limits : undefined
  const identity = await openIdentity(
    config,
    {
      database,
      outbox,
      sealing,
      publicUrl,
      now,
      async recordChange(queries, change) {
        await accountEvents.record(queries, change)
        if (change.kind === 'address-changed') await moveFollows(sealing, queries, change)
      },
      onNoResetMail: limits.giveBackMail,
      onDisplaced: enqueueDisplaced,
    },
    overrides.identity,
  )
  const foundation = {
    database,
    now,
    mode,
    isQuiet,
    publicUrl,
    adminEmail,
    supportEmail,
    log,
    sealing,
    outbox,
    content,
    identity,
    payments,
  } satisfies Foundation
  const twoFactor = openTwoFactor({ ...foundation, counters, events: accountEvents })
  const secureAccount = openSecureAccount({ ...foundation, events: accountEvents })

  // Money: the ledger first, then what is booked in it
  const ledger = openLedger({ ...foundation, listForgedReceipts: listForged })
  const donations = openDonations({ ...foundation, ledger, receiptJob })
  const monthlyDonations = openMonthlyDonations({
    ...foundation,
    verifyPayment: donations.verifyPayment,
  })
  const exposure = exposures({ ...foundation, caps })
  const { refundsPerMinute } = config.refunds
  const members = openMembers(foundation)
  const refunds = openRefunds({
    ...foundation,
    pace: openRefundPace({ database, mode, refundsPerMinute }),
    settings: config.refunds,
    canSend: async (queries, refund) =>
      (await exposure.isWithinExposure(queries, refund)) ? undefined : 'exposure',
    getCover: (...args) => exposure.getCover(...args),
    isGuarded: async (...args) => (await members.findGuard(...args)) !== undefined,
  })
  const cancellations = openCancellations({ ...foundation, refunds })
  const payouts = openPayouts({ ...foundation, cancellations })
  const transparency = openTransparency({
    ...foundation,
    newOrigin: config.logOrigin ?? `${new URL(publicUrl).host}/log/${mode}`,
    openSigners: () => openLogSigners(config, database, mode),
    archive: openArchive(join(config.logArchive, mode)),
    logMail: config.logMail,
  })
  // The log advances by itself where the server runs its own jobs.
  if (connection) opened.use(withPool('jobs', () => transparency.start()))
  const receipts = openReceipts({ ...foundation, signing, transparency })
  const conflicts = openConflicts({ sealing })
  const disputes = openDisputes({ ...foundation, receipts, ledger, conflicts })
  const alerts = disputeAlerts(foundation)
  const transferClaims = openTransferClaims(foundation)

  // What our own tables store about campaigns, in both content modes
  const images = openImages({ database, storage: imageStorage, now })
  const history = openCampaignHistory(database)
  const changes = openPendingChanges(database)
  const comparisons = openComparisons(database)
  const consents = openConsents({ database, now })
  const editHistory = openEditHistory(database)
  const fingerprints = openFingerprints(database)
  const versions = openVersions({ database, sealing })
  const drafts = openDrafts({ database, now })

  // The life of a campaign
  const lifecycle = openLifecycle({
    ...foundation,
    versions,
    editHistory,
    fingerprints,
    history,
    changes,
  })
  const expenses = openExpenses({
    recordStrike: (queries, entry) => recordAction(queries, { ...entry, action: 'strike-expense' }),
    database,
    mode,
    conflicts,
    now,
  })
  const outsideReceipts = openOutsideReceipts({
    recordStrike: (queries, entry) =>
      recordAction(queries, { ...entry, action: 'strike-outside-receipt' }),
    database,
    conflicts,
    now,
  })
  const responses = openCampaignResponses({ totals: ledger, outsideReceipts, history, now })
  const historyResponses = openHistoryResponses({ content, history, changes })
  const payees = openPayees({ ...foundation, history, changes })
  const endings = openEndings({
    ...foundation,
    lifecycle,
    conflicts,
    secondPersonAbove: config.refunds.secondPersonAbove,
  })
  const edits = openEdits({ ...foundation, images, twoFactor, lifecycle, changes, versions })
  const impersonationChecks = openImpersonationChecks({ database, content, versions })
  const reviewWarnings = openReviewWarnings({
    ...foundation,
    twoFactor,
    fingerprints,
    comparisons,
    impersonationChecks,
    versions,
  })
  const { twoReviewersAbove, firstPayout } = config
  const decisions = openDecisions({
    ...foundation,
    history,
    lifecycle,
    changes,
    impersonationChecks,
    reviewWarnings,
    conflicts,
    payees,
    twoReviewersAbove,
    firstPayout,
  })
  const scheduledDecisions = openScheduledDecisions({
    database,
    content,
    decisions,
    delayMs: overrides.decisionDelayMs ?? decisionDelayMs,
    now,
  })

  // Supporters
  const thankYouMessages = openThankYouMessages(foundation)
  const campaignUpdates = openCampaignUpdates({ ...foundation, expenses })
  const entryDeps = { database, mode }
  const campaignWebhooks = openCampaignWebhooks({
    ...foundation,
    updates: campaignUpdates,
    listEntries: (id, after, limit) =>
      listCampaignEntries(entryDeps, id, { order: 'oldest', after, limit }),
    countEntries: async (id) => (await sumCampaignEntries(entryDeps, id)).entries,
    allowsAddress: overrides.allowsAddress,
  })

  // Deletion and legal hold
  const legalHold = openLegalHold({ mode, now })
  const guestData = openGuestData({
    ...foundation,
    legalHold,
    onNoMail: async () => rateLimits?.giveBackMail(),
  })

  // Mails and pages
  const { transport, mailbox } = await openTransport(
    config,
    { database, log, opened, developmentKey },
    overrides,
  )
  const pages = await openServerPages(
    config,
    { connection, database, standbys, payments, log, purgeFrom, opened, now: foundation.now },
    overrides,
  )

  const reviews = openReviews({
    ...foundation,
    twoFactor,
    fingerprints,
    comparisons,
    impersonationChecks,
    responses,
    history,
    consents,
    payees,
    changes,
    historyResponses,
    versions,
    conflicts,
    twoReviewersAbove,
  })
  const memberRequests = openMemberRequests({
    ...foundation,
    twoFactor,
    members,
    edits,
    endings,
    payees,
    consents,
    refunds,
  })
  const work = openWork({ ...foundation, reviews, conflicts })

  const serviceTasks: Task[] = [
    ...identity.tasks,
    secureAccount.task,
    ...sessionTasks(sessions),
    ...abuseDetectionTasks({ abuseDetection, database, outbox, log, config }),
    retentionTask({ database, sealing, log, now }),
    ...unconfirmedTasks({ ...foundation, events: accountEvents }),
    displacedTask({ database, content, events: accountEvents }),
    ...toMailTasks(transport, { ...foundation, perDomain: config.mailsPerDomain, metrics }),
    endingTask(endings),
    scheduledDecisions.task,
    memberRequests.task,
    work.task,
    purgeDocumentsTask({ database, documentStorage, now }),
    reportOutcomesTask({ database, content, sealing, outbox }),
    finishDeletionsTask({ database, content, sealing, now }),
    ...toStoreTasks(hosted, { database, mode, storage: imageStorage, now }),
    ...paymentTasks({
      donations,
      ledger,
      log,
      onDispute: alerts.sendDisputeAlerts,
      onWebhook: (at) => metrics.observeWebhook((now().getTime() - at.getTime()) / 1_000),
    }),
    ...accountNumberTasks(foundation),
    monthlyDonations.task,
    ...ledgerTasks({ ledger, transparency, log }),
    transparency.mailTask,
    ...refundTasks({ refunds, log }),
    ...payoutTasks(payouts, log),
    ...receiptTasks(receipts, database),
    ...cancellations.tasks,
    payoutNotices(foundation),
    reversalNotices(foundation),
    heldPaymentNotices(foundation),
    holdOverCapsJob({ ...foundation, caps }),
    moneyAlarms({ ...foundation, caps, exposures: exposure }),
    alerts.task,
    disputes.task,
    transferClaims.task,
    guestData.task,
    thankYouMessages.task,
    campaignUpdates.task,
    digestTask({ ...foundation, expenses }),
    ...campaignWebhooks.tasks,
    publishSupportersTask({ database, mode, now }),
    updateReminderTask(foundation),
    remindOfEnds(foundation),
  ]

  // Undefined until they start, and where the caller runs the jobs by hand.
  let jobs: Jobs | undefined
  const listLanes = () => jobs?.listLanes() ?? []
  const queueHealth = openQueueHealth({ database, now, mode, listLanes })
  const alarms = alarmTask({
    ...foundation,
    plans,
    queueHealth,
    tasks: serviceTasks,
    webhook: config.alarmWebhook,
    hasBackups: config.backup.storage !== undefined,
  })
  const tasks = [...serviceTasks, alarms]

  const closing = opened.move()
  return {
    /** Starts the workers of jobs and the sandbox's transfers of money. After sample data, whose times of the past they would act on. */
    async startWork() {
      sandbox?.start()
      if (!connection) return
      const timedTasks = tasks.map((task) => withTimes(task, metrics))
      const isAlone = config.database.kind === 'embedded'
      jobs = closing.use(await startJobs({ connection, log, tasks: timedTasks, isAlone }))
      await resumePayments(database, now())
    },
    config,
    log,
    now,
    database,
    countMisuses,
    sealing,
    signing,
    outbox,
    metrics,
    queueHealth,
    readiness: openReadiness(database),
    /** The jobs, for callers that run them by hand. */
    tasks,
    reportProxy: reportUnnamedProxies({ config, database, log, now }),
    /** Undefined where the settings allow no development features. */
    developmentKey,
    /** The development mailbox, on loopback and without a mail server. */
    mailbox,
    /** Undefined where the API is served alone. */
    pages,

    identity,
    sessions,
    accountEvents,
    secureAccount,
    twoFactor,
    getActor: sessions.getActor,
    /** Undefined where RATE_LIMITS is off. */
    rateLimits,
    accessLog: openAccessLog({ database, content, now }),
    getContactHiding: openContactAccess({ counters: rateLimits?.counters }),

    payments,
    sandbox,
    ledger,
    /** The ledger, as campaigns see it. */
    totals: ledger,
    transparency,
    donations,
    monthlyDonations,
    transferClaims,
    refunds,
    refundBankAccounts: openBankAccounts({ database, payments, sealing }),
    cancellations,
    receipts,
    disputes,
    payouts,
    exposures: exposure,
    stopReleases: openStopReleases({
      database,
      content,
      conflicts,
      mode,
      now,
      secondPersonAbove: config.refunds.secondPersonAbove,
    }),

    content,
    contentWebhook: hosted?.webhook,
    images,
    imageAccess: openImageAccess({ database, content }),
    documents: openDocuments({ ...foundation, documentStorage, lifecycle, transparency }),
    drafts,
    submissions: openSubmissions({
      ...foundation,
      images,
      lifecycle,
      fingerprints,
      consents,
      payees,
      drafts,
    }),
    edits,
    members,
    memberRequests,
    liveEdits: openLiveEdits({ content, versions, database, lifecycle, conflicts, now }),
    editHistory,
    expenses,
    outsideReceipts,
    fingerprints,
    history,
    historyResponses,
    responses,
    versionResponses: openVersionResponses(versions),
    trustChecks: openTrustChecks({ database, content, responses }),
    consents,
    withdrawConsent: (campaign: StoredCampaign, kind: ConsentKind) =>
      withdrawConsent({ database, consents, identity, outbox, publicUrl }, campaign, kind),
    payees,
    payeeAnswers: openPayeeAnswers({ ...foundation, history, changes }),
    endings,
    decisions,
    scheduledDecisions,
    reviews,
    work,

    conflicts,
    reports: openReports({ database, sealing, now }),
    subjects: openCampaignSubjects({ content, database, conflicts }),
    cases: openCases({ database, content, conflicts }),
    caseDecisions: openCaseDecisions({
      recordDismissal: (queries, act) =>
        recordAction(queries, { ...act, action: 'dismiss-reports' }),
      ...foundation,
      history,
      lifecycle,
      conflicts,
      withdrawWords,
    }),
    appeals: openAppeals({ ...foundation, history, lifecycle, conflicts }),
    appealQueue: openAppealQueue({ database, content, conflicts }),
    yearlyFigures: openYearlyFigures({ database, mode, now }),

    shareImages: openShareImages({ images, publicUrl }),
    posters: openPosters({ images, publicUrl }),
    embeds: openEmbeds({ totals: ledger, publicUrl, now }),
    feeds: openFeeds({ lists: content.publicLists, publicUrl, supportEmail, now }),
    sitemap: openSitemap({
      lists: content.publicLists,
      publicUrl,
      findLastChanges: (ids) => findLastChanges(database, ids),
    }),

    thankYouMessages,
    campaignUpdates,
    campaignWebhooks,
    campaignFollowers: openCampaignFollowers({ database, sealing, outbox, publicUrl, now }),
    campaignQuestions: openCampaignQuestions(foundation),
    personalLinks: openPersonalLinks({ database, sealing, mode, now }),
    supporterList: openSupporterList({ database, now }),
    unsubscribe: openUnsubscribe({ database, sealing, now }),
    confirmedAddresses: openConfirmedAddresses({ database, sealing, now }),
    messageReports: openMessageReports({ database, content, sealing, now }),

    legalHold,
    deletions: openDeletions({ database, imageStorage, sealing, now, content, ledger, legalHold }),
    evidence: openEvidence({ database, documentStorage, sealing }),
    tombstones: openTombstones({ database, sealing, mode }),
    guestData,

    overview: openOverview({ database, now, isQuiet, mode, content, ledger, responses, donations }),
    myDonations: openMyDonations({ ...foundation, responses, donations, monthlyDonations }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/**
 * Where mails wait for the mail server. Sample data sends none. A demo without a mail server drops them, and logs each without its address.
 */
function toOutbox(
  config: Config,
  { sealing, log, isQuiet }: { sealing: Sealing; log: Log; isQuiet: boolean },
): Outbox {
  if (isQuiet) return { enqueue: async () => {} }
  if (config.mail.kind !== 'dropped') return openOutbox(sealing, config)
  return {
    enqueue: async (_queries, { subject }) =>
      log.info({ subject }, 'mail dropped because SMTP_URL is not set'),
  }
}

/** What depends on where campaigns are stored. */
const toStoreTasks = (
  hosted: HostedContentStore | undefined,
  { database, mode, storage, now }: StoreTaskDeps,
): Task[] =>
  hosted
    ? [
        hostedRankingTask({ database, mode, now, hosted }),
        hostedOrphanTask({ database, storage, now, hosted }),
        handOutTask(hosted.handOutImages),
      ]
    : [rankingTask({ database, mode, now }), orphanTask({ database, storage, now })]

type StoreTaskDeps = Pick<Foundation, 'database' | 'mode' | 'now'> & {
  storage: ImageStorage
}

type Opening = { database: Database; log: Log; opened: AsyncDisposableStack }

/** The mail server, or the development mailbox. Without either, mails wait in the outbox. */
async function openTransport(
  config: Config,
  deps: Opening & { developmentKey: string | undefined },
  { mailTransport }: Pick<Overrides, 'mailTransport'>,
) {
  const { mail, mailFrom: from, publicUrl } = config
  if (mailTransport) return { transport: mailTransport, mailbox: undefined }
  if (mail.kind === 'nowhere' || mail.kind === 'dropped')
    return { transport: undefined, mailbox: undefined }
  const { smtpTransport } = await import('./platform/mail/smtp.ts')
  if (mail.kind === 'smtp')
    return { transport: smtpTransport({ url: mail.url, from, publicUrl }), mailbox: undefined }
  const { smtpUrl, routes } = await openDevelopmentMailbox(config, deps)
  return { transport: smtpTransport({ url: smtpUrl, from, publicUrl }), mailbox: routes }
}

/** Delivers the mails, and counts how each delivery ended. */
function toMailTasks(
  transport: MailTransport | undefined,
  { metrics, ...deps }: Omit<DeliveryDeps, 'transport'> & { metrics: Metrics },
): Task[] {
  if (!transport) return []
  const counted: MailTransport = {
    async send(mail, signal) {
      try {
        const handover = await transport.send(mail, signal)
        metrics.countMail(handover.kind)
        return handover
      } catch (error) {
        metrics.countMail('unavailable')
        throw error
      }
    },
  }
  return mailTasks({ ...deps, transport: counted })
}

/** `unreported`: others change what a hosted store holds without telling us. */
const lifetimesMs = { reported: 60_000, unreported: 5_000 }

/** Where `npm run build` puts the pages. */
const root = join(import.meta.dirname, '../dist')

/** The built pages, with a cache that every process on the same database purges, also after writes to the database. */
async function openServerPages(
  config: Config,
  deps: Opening & {
    connection: Connection | undefined
    standbys: Standbys | undefined
    payments: Payments
    purgeFrom: (cache: ResponseCache) => void
    now: () => Date
  },
  overrides: Pick<Overrides, 'pages'>,
): Promise<Pages | undefined> {
  const { publicUrl, supportEmail, supportHours, controller, content, headline, hasOfflineCopies } =
    config
  const { connection, database, standbys, payments, log, opened, now } = deps
  if (overrides.pages === false) return undefined
  if (overrides.pages) return overrides.pages
  const { mode, checkoutOrigin } = payments
  const { address } = controller
  const site = { origin: publicUrl, mode, supportEmail, supportHours, address, headline }
  const isReported = content.kind !== 'sanity' || content.webhookSecret !== undefined
  const lifetimeMs = isReported ? lifetimesMs.reported : lifetimesMs.unreported
  if (!existsSync(root)) throw new StartRefused('The pages are not built: run npm run build.')
  const source = config.exchangeRates
  const pages = {
    ...(await openPages({ root, site, checkoutOrigin, lifetimeMs, hasOfflineCopies })),
    ...(source !== undefined && { rates: await openExchangeRates({ source, now, log }) }),
  }
  if (!connection) return pages
  const { cache: inner } = pages
  const cache = await purgeInAllProcesses({ cache: inner, connection, database, standbys, log })
  opened.use(cache)
  const cdn = config.cdn && openCdn({ ...config.cdn, maxAgeMs: lifetimeMs, log })
  const purge = async () => {
    await cache.purge()
    cdn?.purge()
  }
  // Pages that are the same for everybody come from a standby, where there is one.
  const find: ResponseCache['find'] = (key, encoding, render) =>
    cache.find(key, encoding, () => withPool('standby', render))
  const purged = { ...cache, purge, find }
  deps.purgeFrom(purged)
  return { ...pages, cache: purged, ...(cdn && { cdn }) }
}

const withTimes = (task: Task, metrics: Metrics): Task => ({
  ...task,
  run: (payload, signal) =>
    metrics.timeJob(task.lane, () =>
      traced({ name: task.name, kind: 'job', carrier: payload as object }, () =>
        task.run(payload, signal),
      ),
    ),
})
