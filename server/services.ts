import { failedJobs } from './staff/admin/failed-work.ts'
import { openWriteReports } from './platform/cache/purge-on-write.ts'
import { openAccounts } from './composition/accounts.ts'
import { configuredAlarms } from './composition/alarms.ts'
import { openCampaigns } from './composition/campaigns.ts'
import { configuredDocumentStorage, configuredStores } from './composition/content-adapters.ts'
import { openServerDatabase } from './composition/database.ts'
import { configuredOutbox, openMail } from './composition/mail.ts'
import { openMoney } from './composition/money.ts'
import type { Overrides } from './composition/overrides.ts'
import { openServerPages } from './composition/pages.ts'
import { configuredPayments } from './composition/payments-adapter.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { resumePayments } from './money/donations/payment-jobs.ts'
import { openQueueHealth } from './platform/health/queue-health.ts'
import { reportUnnamedProxies } from './platform/health/proxy-reports.ts'
import { openReadiness } from './platform/health/readiness.ts'
import { openSealing } from './platform/keys/open-sealing.ts'
import type { Outbox } from './platform/mail/mail.ts'
import { openOverview } from './people/overview/overview.ts'
import { openMyDonations } from './people/overview/given.ts'
import type { Task } from './platform/queue/queue.ts'
import { startJobs, type Jobs } from './platform/queue/start-jobs.ts'
import { openReceiptSigning } from './money/receipts/receipt-keys.ts'
import { openLog, type Log } from './platform/runtime/log.ts'
import { openMetrics, type Metrics } from './platform/runtime/metrics.ts'
import { traced } from './platform/runtime/tracing.ts'

/** What the routes are made of. Each route factory takes the few that it needs. */
export type Services = Awaited<ReturnType<typeof openServices>>

const noOutbox: Outbox = { enqueue: async () => {} }

/** Opens everything behind the routes. Disposing closes it in reverse order. */
export async function openServices(config: Config, overrides: Overrides = {}) {
  await using opened = new AsyncDisposableStack()
  const { log = openLog(config.logLevel), now = () => new Date(), notifies = true } = overrides

  const { writes, purgeFrom } = openWriteReports()
  const opening = { ...overrides, log, opened, writes }
  const { connection, ...stored } = await openServerDatabase(config, opening)
  const { database } = stored
  const sealing = await openSealing(config, database)
  const stores = overrides.stores ?? (await configuredStores(config, database, sealing))
  const signing = await openReceiptSigning(config, database, now)
  const outbox = notifies ? configuredOutbox(config, { sealing, log }) : noOutbox
  const shared = { database, sealing, outbox, log, now, content: stores.content }

  const { accountTasks, ...accounts } = await openAccounts(config, shared, overrides)
  const metrics = openMetrics({ isShown: config.metricsToken !== undefined })
  const deps = { ...overrides, database, connection, log, opened, metrics }
  const { payments, sandbox } = await configuredPayments(config, deps)
  const moneyDeps = { ...deps, ...shared, ...accounts, payments, signing, isQuiet: !notifies }
  const { moneyTasks, ...money } = openMoney(config, moneyDeps)
  const { campaignTasks, ...campaigns } = openCampaigns(stores, {
    ...config,
    ...shared,
    ...accounts,
    payments,
    decisionDelayMs: overrides.decisionDelayMs,
    ledger: money.ledger,
    documentStorage: await configuredDocumentStorage(config),
  })
  const { mailTasks, mailbox } = await openMail(config, { ...deps, sealing, outbox })
  const pages = await openServerPages(config, { ...deps, payments, purgeFrom })

  const serviceTasks: Task[] = [...accountTasks, ...mailTasks, ...campaignTasks, ...moneyTasks]
  const workDeps = { ...deps, now, outbox, mode: payments.mode, tasks: serviceTasks }
  const { queueHealth, tasks } = await startWork(config, workDeps)

  const closing = opened.move()
  return {
    config,
    log,
    now,
    ...stored,
    metrics,
    readiness: openReadiness(database),
    queueHealth,
    failedJobs: failedJobs({ database, tasks, now }),
    sealing,
    signing,
    outbox,
    ...accounts,
    ...campaigns,
    payments,
    sandbox,
    ...money,
    overview: openOverview({ ...shared, ...campaigns, ...money, mode: payments.mode }),
    myDonations: openMyDonations({ ...shared, ...campaigns, ...money, mode: payments.mode }),
    /** The ledger, as campaigns see it. */
    totals: money.ledger,
    reportProxy: reportUnnamedProxies({ config, database, log, now }),
    /** The jobs, for callers that run them by hand. */
    tasks,
    /** The development mailbox, on loopback and without a mail server. */
    mailbox,
    /** Undefined where the API is served alone. */
    pages,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

type WorkDeps = Omit<Parameters<typeof startServerJobs>[1], 'tasks'> &
  Pick<Parameters<typeof configuredAlarms>[1], 'outbox' | 'mode' | 'database' | 'tasks'> & {
    metrics: Metrics
  }

/** Starts the jobs, among them the alarms about the jobs themselves. */
async function startWork(config: Config, deps: WorkDeps) {
  const { database, now, mode, metrics, outbox } = deps
  const listLanes = () => jobs?.listLanes() ?? []
  const queueHealth = openQueueHealth({ database, now, mode, listLanes })
  const figures = { database, now, mode, queueHealth, tasks: deps.tasks, plans: config.plans }
  const tasks = [...deps.tasks, configuredAlarms(config, { ...figures, outbox })]
  const timedTasks = tasks.map((task) => withTimes(task, metrics))
  const jobs = await startServerJobs(config, { ...deps, tasks: timedTasks })
  return { queueHealth, tasks }
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

type JobDeps = {
  connection: Awaited<ReturnType<typeof openServerDatabase>>['connection']
  database: Database
  log: Log
  opened: AsyncDisposableStack
  tasks: Task[]
  now: () => Date
}

/** Undefined where the caller runs the jobs by hand. */
async function startServerJobs(
  { database: { kind } }: Config,
  { connection, database, log, opened, tasks, now }: JobDeps,
): Promise<Jobs | undefined> {
  if (!connection) return undefined
  const jobs = opened.use(await startJobs({ connection, log, tasks, isAlone: kind === 'embedded' }))
  await resumePayments(database, now())
  return jobs
}
