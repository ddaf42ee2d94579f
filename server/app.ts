import { randomUUID } from 'node:crypto'

import { cachedFetch } from './platform/cache/cached-fetch.ts'
import { getLocalUrl } from './platform/config/config.ts'
import { withPool } from './platform/database/pools.ts'
import {
  healthRoutes,
  metricsRoutes,
  proofPath,
  proofRoutes,
} from './platform/health/health-routes.ts'
import { sandboxHosts } from './platform/http/request-checks.ts'
import { pageRoutes } from './platform/pages/page-routes.ts'
import { purgeAfterChange } from './platform/cache/purge-on-write.ts'
import { accountNumberRoutes, donationRoutes } from './routes/donation.ts'
import { feedbackRoutes } from './routes/feedback.ts'
import { guestDataRoutes, myDonationRoutes } from './routes/transaction.ts'
import { currencyRoutes, languageRoutes, policyValueRoutes } from './routes/visitor.ts'
import { mailLinkRoutes, unsubscribeRoutes } from './routes/visitor.ts'
import { receiptRoutes, receiptKeyRoutes, verifyRoutes } from './routes/receipt.ts'
import { refundAccountRoutes, refundRoutes } from './routes/donation.ts'
import {
  accountRoutes,
  privacyRoutes,
  twoFactorRoutes,
  sessionListRoutes,
  sessionRoutes,
} from './routes/account/account.ts'
import {
  bankRoutes,
  bankAccountRoutes,
  campaignPayeeRoutes,
  payeeRoutes,
  disputeRoutes,
  payoutRoutes,
  payoutStopRoutes,
  overviewRoutes,
  ownPayoutRoutes,
} from './routes/money.ts'
import { campaignLedgerRoutes, logRoutes } from './routes/log.ts'
import {
  campaignLifecycleRoutes,
  campaignVersionRoutes,
  liveEditRoutes,
} from './routes/campaign-lifecycle.ts'
import { contentWebhookRoutes, webhookRoutes } from './routes/webhook.ts'
import {
  deletedCampaignRoutes,
  campaignRoutes,
  ownCampaignRoutes,
  draftRoutes,
  ownViewRoutes,
  trustRoutes,
} from './routes/campaign.ts'
import {
  evidenceRoutes,
  campaignDocumentRoutes,
  documentRoutes,
  imageRoutes,
  imageUploadRoutes,
} from './routes/document.ts'
import {
  invitationRoutes,
  memberRoutes,
  membershipRoutes,
  expenseRoutes,
  outsideReceiptRoutes,
} from './routes/member.ts'
import { adminRoutes } from './routes/admin.ts'
import { readApiRoutes } from './routes/read-api.ts'
import { personalLinkRoutes, shareRoutes, embedRoutes } from './routes/share.ts'
import { reportRoutes, moderationRoutes, reviewRoutes } from './routes/moderation.ts'
import { statementRoutes, transactionRoutes } from './routes/transaction.ts'
import {
  campaignQuestionRoutes,
  campaignWebhookRoutes,
  supporterRoutes,
  campaignUpdateRoutes,
  followerRoutes,
} from './routes/supporter.ts'
import { developmentDoor } from './development.ts'
import { createShell } from './shell.ts'
import type { Services } from './services.ts'
import { workRoutes } from './staff/work.ts'

/** What each route answers, for the client of the browser (web/api/client.ts). */
export type Routes = ReturnType<typeof createApp>

/** The shell, the routes, and the pages for every other address. */
export function createApp(services: Services) {
  const { log, rateLimits, developmentKey, mailbox, pages, sealing, now } = services
  const shell = createShell(services)
  if (rateLimits) shell.use(rateLimits.middleware)
  // Webhooks are stored and counted while all connections for people are taken.
  shell.use('/webhooks/*', (_c, next) => withPool('money', next))
  const routes = shell
    // Only stored. The job that books them purges.
    .route('/webhooks', webhookRoutes(services))
    .use(purgeAfterChange(pages?.cache))
    .route('/webhooks', contentWebhookRoutes(services))
    .route('/', healthRoutes(services))
    .route('/', metricsRoutes(services))
    .route(proofPath, proofRoutes(services))
    .route('/', mailLinkRoutes(services))
    .route('/language', languageRoutes(services))
    .route('/currency', currencyRoutes(services))
    .route('/images', imageRoutes(services))
    .route('/api/images', imageUploadRoutes(services))
    .route('/api/policy-values', policyValueRoutes(services))
    .route('/api/feedback', feedbackRoutes(services))
    .route('/api/session', sessionRoutes(services))
    .route('/api/account/campaigns', ownCampaignRoutes(services))
    .route('/api/account/sessions', sessionListRoutes(services))
    .route('/api/account/two-factor', twoFactorRoutes(services))
    .route('/api/account/memberships', membershipRoutes(services))
    .route('/api/account', accountRoutes(services))
    .route('/api/account', privacyRoutes(services))
    .route('/api/guest-data', guestDataRoutes(services))
    .route('/api/overview', overviewRoutes(services))
    .route('/api/my-donations', myDonationRoutes(services))
    .route('/api/campaigns', campaignRoutes(services))
    .route('/api/campaigns', campaignLifecycleRoutes(services))
    .route('/api/campaigns', campaignVersionRoutes(services))
    .route('/api/campaigns', campaignDocumentRoutes(services))
    .route('/api/campaigns', outsideReceiptRoutes(services))
    .route('/api/campaigns', expenseRoutes(services))
    .route('/api/campaigns', campaignPayeeRoutes(services))
    .route('/api/campaigns', memberRoutes(services))
    .route('/api/invitations', invitationRoutes(services))
    .route('/api/campaigns', trustRoutes(services))
    .route('/api/campaigns', ownViewRoutes(services))
    .route('/api/deleted-campaigns', deletedCampaignRoutes(services))
    .route('/api/draft', draftRoutes(services))
    .route('/api/documents', documentRoutes(services))
    .route('/api/banks', bankRoutes(services))
    .route('/api/bank-accounts', bankAccountRoutes(services))
    .route('/api/payees', payeeRoutes(services))
    // Donations and where their money goes
    .route('/api/campaigns', donationRoutes(services))
    .route('/api/campaigns', accountNumberRoutes(services))
    .route('/api/campaigns', campaignLedgerRoutes(services))
    .route('/api/campaigns', payoutRoutes(services))
    .route('/api/payouts', ownPayoutRoutes(services))
    .route('/api/donations', receiptRoutes(services))
    .route('/api/donations', refundRoutes(services))
    .route('/api/refund-accounts', refundAccountRoutes(services))
    .route('/api/transactions', transactionRoutes(services))
    .route('/api/verify', verifyRoutes(services))
    .route('/api/statements', statementRoutes(services))
    .route('/.well-known', receiptKeyRoutes(services))
    .route('/log', logRoutes(services))
    .route('/api/campaigns', supporterRoutes(services))
    .route('/api/campaigns', campaignQuestionRoutes(services))
    .route('/api/campaigns', campaignWebhookRoutes(services))
    .route('/api', personalLinkRoutes(services))
    .route('/', campaignUpdateRoutes(services))
    .route('/', followerRoutes(services))
    .route('/unsubscribe', unsubscribeRoutes(services))
    .route('/', embedRoutes(services))
    .route('/', shareRoutes(services))
    .route('/api', readApiRoutes(services))
    // Staff
    .route('/api/campaigns', reportRoutes(services))
    .route('/api', moderationRoutes(services))
    .route('/api/work', workRoutes(services))
    .route('/api/reviews', reviewRoutes(services))
    .route('/api/reviews', liveEditRoutes(services))
    .route('/api/evidence', evidenceRoutes(services))
    .route('/api/payout-stops', payoutStopRoutes(services))
    .route('/api/disputes', disputeRoutes(services))
    .route('/api/admin', adminRoutes(services))
  if (developmentKey !== undefined) shell.route('/', developmentDoor({ developmentKey, mailbox }))
  if (mailbox) shell.route('/', mailbox)
  if (pages) {
    const onFailure = (error: unknown, requestId: string) =>
      log.error({ err: error, requestId }, 'page failed')
    shell.route('/', pageRoutes({ pages, sealing, now, fetchApp: shell.fetch, onFailure }))
  }
  return routes
}

/** Answers every request to the port: the app behind its response cache, and the payment sandbox beside it. */
export function createRequestHandler(services: Services) {
  const { config, log, metrics, pages, sandbox, reportProxy } = services
  const respond = cachedFetch<object>({
    fetch: createApp(services).fetch,
    cache: pages?.cache,
    cdn: pages?.cdn,
    getQuery: (path) => pages?.getCaching(path).query ?? [],
    findView: pages?.rates?.findView,
    logRequest: (path) => {
      metrics.countCacheHit()
      const requestId = randomUUID()
      const route = path === campaignListPath ? path : (pages?.toRoutePattern(path) ?? '/*')
      log.info({ requestId, method: 'GET', route, status: 200, ms: 0 }, 'request')
      return requestId
    },
  })
  const isForSandbox = sandboxHosts(config, getLocalUrl(config))
  return (request: Request, env: object) => {
    reportProxy(request, env)
    if (!sandbox || !sandboxUrl.test(request.url)) return respond(request, env)
    if (!isForSandbox(request)) return new Response(null, { status: 421 })
    // Starting a donation waits for the sandbox, as for the provider.
    return withPool('money', () => sandbox.fetch(request, env))
  }
}

const sandboxUrl = /^https?:\/\/[^/]+\/sandbox\//
const campaignListPath = '/api/campaigns'
