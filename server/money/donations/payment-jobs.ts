import type { Queries } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { skipIfUnavailable } from '../../providers/payments/payments.ts'
import { enqueueJob, enqueueJobs, type Job, type Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { Donations } from './donations.ts'
import { type ClaimedWebhook, webhookSweep } from './webhook-inbox.ts'

type Deps = {
  donations: Donations
  ledger: Ledger
  /** Called when a webhook about a dispute was applied. */
  onDispute: () => Promise<void>
  /** Called when a webhook has had its effect. */
  onWebhook?: (receivedAt: Date) => void
  log: Pick<Log, 'info' | 'warn'>
}

const webhookTask = 'process-webhook'
const checkTask = 'check-open-donations'
const retryTask = 'retry-webhooks'
export const reconcilePaymentsTask = 'reconcile-payments'

/** The job that processes a stored webhook. The key leaves one waiting job for each webhook. */
export function webhookJob(id: string): Job {
  return { task: webhookTask, payload: { id }, key: `${webhookTask} ${id}` }
}

/** The same for many webhooks, as part of the statement that stores them. */
export function webhookJobs(id: Sql): Sql {
  const key = sql`${webhookTask}::text || ' ' || ${id}`
  return enqueueJobs({ task: webhookTask, payload: sql`json_build_object('id', ${id})`, key })
}

/** Checks donations and webhooks that a crashed process left behind: at the start, and again when its leases have expired. */
export async function resumePayments(queries: Queries, now: Date) {
  for (const seconds of [0, 20])
    for (const task of [checkTask, retryTask])
      await enqueueJob(queries, {
        task,
        key: `${task} ${seconds}`,
        runAt: new Date(now.getTime() + seconds * 1_000),
      })
}

/** A payment reaches the ledger by webhook, by a check of its donation, or by the reconciliation with the provider's list. */
export function paymentTasks(deps: Deps): Task[] {
  const { donations, log } = deps
  return [
    {
      name: webhookTask,
      lane: 'webhooks',
      run: async (payload) => {
        const { id } = payload as { id: string }
        await processWebhook(deps, id)
      },
    },
    {
      name: checkTask,
      lane: 'payments',
      cron: '* * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          await checkOpenDonations(donations)
        }),
    },
    {
      name: retryTask,
      lane: 'payments',
      cron: '* * * * *',
      run: () => skipIfUnavailable(log, () => retryWebhooks(deps)),
    },
    {
      name: reconcilePaymentsTask,
      lane: 'checks',
      cron: '*/15 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          log.info({ payments: await donations.reconcilePayments() }, 'payments were reconciled')
        }),
    },
    {
      name: 'reconcile-payments-of-35-days',
      lane: 'checks',
      cron: '10 2 * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          const payments = await donations.reconcilePayments('deep')
          log.info({ payments }, 'payments of 35 days were reconciled')
        }),
    },
  ]
}

async function processWebhook(deps: Deps, id: string) {
  const { donations } = deps
  const webhook = await donations.claimWebhook(id)
  if (webhook === undefined) return
  try {
    // The signature proves the sender and not the content, so the provider is asked.
    const outcome = await verify(deps, webhook)
    await donations.finishWebhook(id, outcome === 'unknown' ? 'ignored' : 'done')
    deps.onWebhook?.(webhook.receivedAt)
  } catch (error) {
    await donations.failWebhook(webhook, String(error))
    throw error
  }
}

async function verify(
  { donations, ledger, onDispute }: Deps,
  { event, reference, disputeId }: ClaimedWebhook,
) {
  if (disputeId !== null) {
    const outcome = await ledger.verifyDispute(disputeId, 'webhook')
    await onDispute()
    return outcome
  }
  if (reference === null) return 'unknown'
  return event.startsWith('refund.')
    ? donations.verifyRefunds(reference, 'webhook')
    : donations.verifyPayment(reference, 'webhook')
}

const batchSize = 50

/** Verifies every open donation whose check is due. A claimed one that fails, or that an outage leaves over, is claimed again in a minute. */
async function checkOpenDonations(donations: Donations) {
  const sweep = await donations.openSweep('check')
  for (;;) {
    const due = await donations.claimDueChecks(batchSize)
    for (const check of due)
      await sweep.run(check.id, async () => {
        await donations.verifyPayment(check.reference, 'check')
        await donations.finishCheck(check)
      })
    if (due.length < batchSize) return
  }
}

/** The inbox knows when each webhook is due: one that failed has a delay, and one whose process crashed has none. */
async function retryWebhooks(deps: Deps) {
  const sweep = await deps.donations.openSweep(webhookSweep)
  for (const { id } of await deps.donations.listStaleWebhooks(100))
    await sweep.run(id, () => processWebhook(deps, id), { isDue: true })
}
