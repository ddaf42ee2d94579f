import { join } from 'node:path'

import type pg from 'pg'

import type { CampaignAnswers } from './campaigns/views/campaign-response.ts'
import { openCampaigns } from './composition/campaigns.ts'
import type { CampaignPasts } from './campaigns/views/campaign-past.ts'
import type { Decisions } from './campaigns/review/decisions.ts'
import type { Drafts } from './campaigns/submission/drafts.ts'
import type { EditHistory } from './campaigns/editing/edit-history.ts'
import type { Edits } from './campaigns/editing/edits.ts'
import type { Endings } from './campaigns/lifecycle/endings.ts'
import type { Reports } from './campaigns/review/reports.ts'
import type { Reviews } from './campaigns/review/reviews.ts'
import type { Submissions } from './campaigns/submission/submissions.ts'
import type { Config } from './config/config.ts'
import { applicationRole } from './database/application-role.ts'
import { openDatabase, type Database } from './database/database.ts'
import { openEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { openMailbox, type Mailbox } from '#dev/mailbox/mailbox.ts'
import { openReadiness, type Readiness } from './health/readiness.ts'
import type { Pictures } from './images/pictures.ts'
import { startJobs, type Task } from './queue/queue.ts'
import { resumePayments } from './donations/payment-jobs.ts'
import { keepOnce } from './runtime/secret-file.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Refunds } from './refunds/refunds.ts'
import type { Log } from './runtime/log.ts'
import { openLimits, type Limits } from './rate-limits/limits.ts'
import { watchTasks } from './rate-limits/watch.ts'
import type { Outbox } from './mail/mail.ts'
import { mailTasks, outbox } from './mail/outbox.ts'
import { smtpTransport } from './mail/smtp.ts'
import type { Operator } from './admin/admin.ts'
import type { Money } from './composition/money.ts'
import { openMoneyServices } from './composition/money-services.ts'
import { openPages, type Pages } from './pages/pages.ts'
import { purgedTogether } from './cache/invalidation.ts'
import type { Actor } from './policy/actor.ts'
import { configuredStores } from './composition/content-adapters.ts'
import type { ContentStore } from './providers/content/content.ts'
import { configuredIdentity } from './composition/identity-adapter.ts'
import type { Identity } from './providers/identity/identity.ts'
import { unconfirmedTasks } from './privacy/purge-unconfirmed.ts'
import { configuredPayments } from './composition/payments-adapter.ts'
import type { Payments } from './providers/payments/payments.ts'
import type { Receipts } from './receipts/receipts.ts'
import { newSigningKey, signingWith } from './receipts/signing.ts'
import { sealingOf, type Sealing } from './runtime/sealing.ts'
import type { Feeds } from './share/feeds.ts'
import type { SharePictures } from './share/share-pictures.ts'
import { openSecondFactor, type SecondFactor } from './accounts/two-factor.ts'
import { openSessions, sessionTasks, type Sessions } from './accounts/sessions.ts'

/** What the routes are made of. Each route factory takes the few it needs. */
export interface Services {
  config: Config
  log: Log
  database: Database
  readiness: Readiness
  actorOf: (request: Request) => Promise<Actor>
  sealing: Sealing
  identity: Identity
  sessions: Sessions
  /** Undefined where LIMITS is off. */
  limits: Limits | undefined
  secondFactor: SecondFactor
  content: ContentStore
  pictures: Pictures
  drafts: Drafts
  submissions: Submissions
  reviews: Reviews
  decisions: Decisions
  edits: Edits
  endings: Endings
  pasts: CampaignPasts
  editHistory: EditHistory
  reports: Reports
  answers: CampaignAnswers
  payments: Payments
  ledger: Ledger
  refunds: Refunds
  receipts: Receipts
  money: Money
  operator: Operator
  /** The ledger, as campaigns see it. */
  totals: Ledger
  sharePictures: SharePictures
  feeds: Feeds
  outbox: Outbox
  pages: Pages
  /** Only on a machine of one's own, without a mail server. */
  mailbox: Mailbox | undefined
  /** Plays the payment provider where no key is set. Another application: it is asked over HTTP. */
  sandbox: ((request: Request) => Response | Promise<Response>) | undefined
}

/** Nobody waits longer for the database. */
const databasePatienceMs = 30_000

type Options = { config: Config; log: Log; onFatal: (error: Error) => void }

/** Where the browser's half was built. */
const builtPages = join(import.meta.dirname, '../dist')

/** The one place that knows which adapter stands behind each port. What is opened last is closed first. */
export async function openServices(options: Options): Promise<Services & AsyncDisposable> {
  const { config, log } = options
  await using opened = new AsyncDisposableStack()

  const { connection, database } = await openOwnDatabase(options, opened)
  const now = () => new Date()
  const { publicUrl, operatorEmail, twoReviewersAbove } = config
  const sealing = sealingOf(config)
  const sessions = openSessions({ database, publicUrl, outbox, waivesSamples: isTrial(config) })
  const identity = configuredIdentity(config, { database, outbox, publicUrl, sealing })
  const limits = openLimits({ database, sealing, cookies: sessions.cookies })
  const secondFactor = openSecondFactor({ database, sealing, attempts: limits.attempts, now })
  const { payments, sandbox, stop } = await configuredPayments(config, { database, log })
  opened.defer(stop)
  const stores = configuredStores(config, database)
  const parts = { database, payments, sealing, publicUrl, now, outbox, log, ...stores }
  const signing = signingWith(config.receiptKey ?? ownReceiptKey(config))
  const { moneyTasks, ...money } = openMoneyServices({ ...parts, signing, operatorEmail })
  const desk = { identity, secondFactor, twoReviewersAbove, ledger: money.ledger }
  const { campaignTasks, ...campaigns } = openCampaigns(stores, { ...parts, ...desk })
  const mail = await openMail(options, database, opened)
  const pages = await openBuiltPages(config, payments)
  const { cache: kept } = pages
  const cache = opened.use(await purgedTogether({ cache: kept, connection, database, log }))

  const tasks = [
    ...identity.tasks,
    ...sessionTasks(sessions),
    ...watchTasks({ watch: limits.watch, database, outbox, log, config }),
    ...mail.tasks,
    ...campaignTasks,
    ...unconfirmedTasks({ ...stores, database, identity, now }),
    ...moneyTasks,
  ]
  opened.use(
    await startJobs({ connection, log, tasks, isAlone: config.database.kind === 'embedded' }),
  )
  await resumePayments(database, now())

  const closing = opened.move()
  return {
    config,
    log,
    database,
    readiness: openReadiness(database.pool),
    actorOf: sessions.actorOf,
    sealing,
    identity,
    sessions,
    limits: config.areLimitsOn ? limits : undefined,
    secondFactor,
    ...campaigns,
    payments,
    ...money,
    totals: money.ledger,
    outbox,
    pages: { ...pages, cache },
    mailbox: mail.mailbox,
    sandbox,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** In the shape that this build needs. */
async function openOwnDatabase(options: Options, opened: AsyncDisposableStack) {
  const { log } = options
  const connection = await openConnection(options, opened)
  const taken = await migrate(connection)
  if (taken.length > 0) log.info({ migrations: taken }, 'the database was migrated')
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const reach = { role: applicationRole, patienceMs: databasePatienceMs, onIdleError }
  const database = opened.use(openDatabase(connection, reach))
  return { connection, database }
}

/** As the owner of the database. */
async function openConnection(
  { config, log, onFatal }: Options,
  opened: AsyncDisposableStack,
): Promise<pg.PoolConfig> {
  if (config.database.kind === 'url') return { connectionString: config.database.url }
  const postgres = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    onEvent: (event) => log.info(`PostgreSQL: ${event}`),
    onFailure: onFatal,
  })
  return opened.use(postgres).connection
}

/** Play money on a machine that nobody else can reach. */
function isTrial({ payments, isLoopback }: Config): boolean {
  return payments.kind === 'sandbox' && isLoopback
}

function ownReceiptKey({ dataDir }: Config): string {
  return keepOnce(join(dataDir, 'receipt-key'), newSigningKey)
}

function openBuiltPages({ publicUrl, supportEmail }: Config, payments: Payments): Promise<Pages> {
  return openPages({
    root: builtPages,
    site: { origin: publicUrl, mode: payments.mode, supportEmail },
    checkoutOrigin: payments.checkoutOrigin,
  })
}

async function openMail(
  { config, log }: Options,
  database: Database,
  opened: AsyncDisposableStack,
) {
  const { mail, mailFrom: from, publicUrl } = config
  if (mail.kind === 'nowhere') return { tasks: [] as Task[], mailbox: undefined }
  const mailbox =
    mail.kind === 'mailbox' ? opened.use(await openMailbox({ database, log })) : undefined
  const url = mail.kind === 'smtp' ? mail.url : (mailbox?.smtpUrl ?? '')
  const transport = smtpTransport({ url, from, publicUrl })
  return { tasks: mailTasks({ database, transport, log }), mailbox }
}
