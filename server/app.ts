import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { Hono, type Context, type MiddlewareHandler } from 'hono'

import { bodyLimits } from './http/body-limits.ts'
import { clientAddressBehind } from './http/client-address.ts'
import type { Config } from './config/config.ts'
import { DatabaseUnavailable } from './database/database-unavailable.ts'
import { mailboxRoutes } from '#dev/mailbox/mailbox-routes.ts'
import { frontCache } from './cache/response-cache.ts'
import { healthRoutes } from './health/health-routes.ts'
import { problem, Refused, type Env } from './http/context.ts'
import { ImagesUnavailable } from './images/images.ts'
import { chosenLanguage, problemIn } from './http/language.ts'
import { withRequestId, type Log } from './runtime/log.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { purgeAfterChange } from './cache/purge-after-change.ts'
import { visitor, type Actor } from './policy/actor.ts'
import { ContentUnavailable } from './providers/content/content.ts'
import { IdentityUnavailable } from './providers/identity/identity.ts'
import { ownHostOnly, ownOriginOnly } from './http/host-and-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { accountRoutes } from './routes/account.ts'
import { bankRoutes } from './routes/bank.ts'
import { campaignCourseRoutes } from './routes/campaign-lifecycle.ts'
import { campaignMoneyRoutes } from './routes/campaign-money.ts'
import { campaignRoutes, ownCampaignRoutes } from './routes/campaign.ts'
import { donationRoutes } from './routes/donation.ts'
import { draftRoutes } from './routes/draft.ts'
import { feedbackRoutes } from './routes/feedback.ts'
import { imageRoutes, imageUploadRoutes } from './routes/image.ts'
import { languageRoutes } from './routes/language.ts'
import { operatorRoutes } from './routes/admin.ts'
import { overviewRoutes } from './routes/overview.ts'
import { privacyRoutes } from './routes/privacy.ts'
import { receiptRoutes } from './routes/receipt.ts'
import { receiptKeyRoutes } from './routes/receipt-key.ts'
import { refundRoutes } from './routes/refund.ts'
import { reportDeskRoutes, reportRoutes } from './routes/report.ts'
import { reviewRoutes } from './routes/review.ts'
import { secondFactorRoutes } from './routes/two-factor.ts'
import { sessionListRoutes } from './routes/security.ts'
import { sessionRoutes } from './routes/session.ts'
import { shareRoutes } from './routes/share.ts'
import { statementRoutes } from './routes/statement.ts'
import { transactionRoutes } from './routes/transaction.ts'
import { verifyRoutes } from './routes/verify.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { webhookRoutes } from './routes/webhook.ts'
import type { Services } from './services.ts'
import { asShown } from './http/expected-account.ts'

/** The whole server as one handler: the shell, then the routes, then the pages for what is left. */
export function createApp(services: Services) {
  const { config, log, limits, mailbox, pages } = services
  const shell = createShell(services)
  if (limits) shell.use(limits.guard)
  const app = shell
    .route('/language', languageRoutes(services))
    .use(purgeAfterChange(pages.cache))
    .route('/', healthRoutes(services))
    .route('/webhooks', webhookRoutes(services))
    .route('/images', imageRoutes(services))
    .route('/api/account/campaigns', ownCampaignRoutes(services))
    .route('/api/account/sessions', sessionListRoutes(services))
    .route('/api/account/second-factor', secondFactorRoutes(services))
    .route('/api/account', accountRoutes(services))
    .route('/api/account', privacyRoutes(services))
    .route('/api/session', sessionRoutes(services))
    .route('/api/feedback', feedbackRoutes(services))
    .route('/api/campaigns', campaignRoutes(services))
    .route('/api/campaigns', donationRoutes(services))
    .route('/api/campaigns', campaignCourseRoutes(services))
    .route('/api/draft', draftRoutes(services))
    .route('/api/images', imageUploadRoutes(services))
    .route('/api/campaigns', reportRoutes(services))
    .route('/api/reviews', reviewRoutes(services))
    .route('/api/reports', reportDeskRoutes(services))
    .route('/api/banks', bankRoutes(services))
    .route('/api/donations', receiptRoutes(services))
    .route('/api/donations', refundRoutes(services))
    .route('/api/transactions', transactionRoutes(services))
    .route('/api/verify', verifyRoutes(services))
    .route('/api/statements', statementRoutes(services))
    .route('/.well-known', receiptKeyRoutes(services))
    .route('/api/overview', overviewRoutes(services))
    .route('/api/operator', operatorRoutes(services))
    .route('/api/campaigns', campaignMoneyRoutes(services))
    .route('/unsubscribe', unsubscribeRoutes(services.money))
  app.route('/', shareRoutes(services))
  if (mailbox) app.route('/', mailboxRoutes({ mailbox, config }))
  const onFailure = (error: unknown, requestId: string) =>
    log.error({ err: error, requestId }, 'a page failed')
  return app.route('/', pageRoutes({ pages, fetchApp: app.fetch, onFailure }))
}

/** What listens: our app behind its cache, and beside it the company that the sandbox plays. */
export function createFrontDoor(services: Services) {
  const { config, log, limits, pages, sandbox } = services
  const addressOf = clientAddressBehind(config.trustedProxies)
  const front = frontCache<object>({
    fetch: createApp(services).fetch,
    generation: pages.cache.generation,
    admits: ({ headers }, env) => {
      const address = addressOf(peerOf(env), headers.get('x-forwarded-for') ?? undefined)
      return limits?.admitsReading(address) ?? true
    },
    collapses: (url) => isList.test(url),
    answered: (path) => {
      const requestId = randomUUID()
      log.info({ requestId, method: 'GET', path, status: 200, ms: 0 }, 'request')
      return { requestId }
    },
    now: () => performance.now(),
  })
  return (request: Request, env: object) =>
    sandbox && forSandbox.test(request.url) ? sandbox(request) : front(request, env)
}

const forSandbox = /^https?:\/\/[^/]+\/sandbox\//
const isList = /^https?:\/\/[^/]+\/api\/campaigns(\?|$)/

/** Stands at the door until the services are open. */
export function createStartingApp(config: Config, log: Log) {
  const app = createShell({ config, log, actorOf: async () => visitor })
  app.route('/', healthRoutes({ readiness: { missing: async () => ['starting'] } }))
  app.notFound((c) => answerProblem(c, new Refused('busy', { retryAfterSeconds: 1 })))
  return app
}

type ShellParts = {
  config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven' | 'isLoopback' | 'trustedProxies'>
  log: Log
  actorOf: (request: Request) => Promise<Actor>
}

/**
 * What every request goes through before a route sees it. Order: request id and log, headers, host, origin, size of the
 * body, actor. This is the only place that answers errors.
 */
export function createShell({ config, log, actorOf }: ShellParts) {
  const app = new Hono<Env>()
  app.use(identified(log))
  app.use(securityHeaders(config))
  app.use(ownHostOnly(config))
  app.use(ownOriginOnly(config))
  app.use(bodyLimits())
  app.use(introduced(config.trustedProxies, actorOf))
  app.use(asShown())

  app.notFound((c) => answerProblem(c, new Refused('not-found')))
  app.onError((error, c) => {
    if (error instanceof Refused) return answerProblem(c, error)
    const outside = outsiders.find(({ failure }) => error instanceof failure)
    if (outside) {
      log.warn({ err: error }, `${outside.who} failed`)
      return answerProblem(c, new Refused(outside.code))
    }
    if (error instanceof DatabaseUnavailable) {
      log.error({ err: error }, 'the database is out of reach')
      return answerProblem(c, new Refused('busy', { retryAfterSeconds: 5 }))
    }
    log.error({ err: error }, 'a request failed')
    return answerProblem(c, new Refused('internal'))
  })
  return app
}

/** What is not ours may fail: people are told which sentence, and the log which of them. */
const outsiders = [
  { failure: IdentityUnavailable, code: 'identity-unavailable', who: 'the identity provider' },
  { failure: ContentUnavailable, code: 'content-unavailable', who: 'the content store' },
  { failure: ImagesUnavailable, code: 'busy', who: 'the store of pictures' },
] as const

function answerProblem(c: Context<Env>, refused: Refused) {
  const { retryAfterSeconds } = refused.details
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(problemIn(chosenLanguage(c), problem(refused, c.var.requestId)), refused.status)
}

function identified(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestId = randomUUID()
    const begun = performance.now()
    c.set('requestId', requestId)
    await withRequestId(requestId, async () => {
      await next()
      c.res.headers.set('x-request-id', requestId)
      const ms = Math.round(performance.now() - begun)
      const { method, path } = c.req
      log.info({ method, path, status: c.res.status, ms }, 'request')
    })
  }
}

function introduced(
  trustedProxies: readonly string[],
  actorOf: (request: Request) => Promise<Actor>,
): MiddlewareHandler<Env> {
  const addressOf = clientAddressBehind(trustedProxies)
  return async (c, next) => {
    c.set('clientAddress', addressOf(peerOf(c.env), c.req.header('x-forwarded-for')))
    c.set('actor', await actorOf(c.req.raw))
    await next()
  }
}

/** Undefined in tests, where no connection stands behind a request. */
function peerOf(env: unknown): string | undefined {
  return typeof env === 'object' && env !== null && 'incoming' in env
    ? (env.incoming as IncomingMessage).socket.remoteAddress
    : undefined
}
