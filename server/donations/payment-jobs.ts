import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Proof } from '../ledger/reconciliation/ledger-check.ts'
import type { Refunds } from '../refunds/refunds.ts'
import type { ClaimedWebhook } from './webhook-inbox.ts'
import type { Log } from '../runtime/log.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import { enqueued, enqueueJob, type Task } from '../queue/queue.ts'

type Parts = {
  ledger: Ledger
  refunds: Refunds
  /** What a dispute sets going besides the books. */
  alarmDisputes: () => Promise<void>
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

const webhookTask = 'apply-webhook'
const checkTask = 'check-payments'

/** The job that works on a webhook in the inbox. One for each, however often it was delivered. */
export function webhookJob(id: string) {
  return { task: webhookTask, payload: { id }, key: `${webhookTask} ${id}` }
}

/** The same for many, as part of the statement that keeps them. */
export function webhookWork(id: Sql): Sql {
  const key = sql`${webhookTask}::text || ' ' || ${id}`
  return enqueued({ task: webhookTask, payload: sql`json_build_object('id', ${id})`, key })
}

/** A process that was killed took its jobs with it: what it left behind is looked for at once, and again when its claims are over. */
export async function resumePayments(queries: Queries, now: Date) {
  for (const seconds of [0, 20])
    await enqueueJob(queries, {
      task: checkTask,
      key: `${checkTask} ${seconds}`,
      runAt: new Date(now.getTime() + seconds * 1_000),
    })
}

/** Three independent ways to the same books: what we are told, what we ask for, and everything that there is. */
export function paymentTasks(parts: Parts): Task[] {
  const { ledger, log } = parts
  return [
    {
      name: webhookTask,
      run: async (payload) => {
        const { id } = payload as { id: string }
        await applyWebhook(parts, id)
      },
    },
    {
      name: checkTask,
      cron: '* * * * *',
      run: () =>
        unlessUnavailable(log, async () => {
          await ledger.forgetOldStarts()
          for (const { id } of await ledger.listStaleWebhooks(100)) await applyWebhook(parts, id)
          await checkDue(ledger)
        }),
    },
    {
      name: 'sweep-payments',
      cron: '*/15 * * * *',
      run: () =>
        unlessUnavailable(log, async () => {
          log.info({ payments: await ledger.sweepPayments() }, 'payments were swept')
        }),
    },
    {
      name: 'sweep-deep',
      cron: '10 2 * * *',
      run: () =>
        unlessUnavailable(log, async () => {
          log.info({ payments: await ledger.sweepPayments('deep') }, '35 days were swept')
        }),
    },
    ...returnTasks(parts),
    ...proofTasks(parts),
  ]
}

function returnTasks({ ledger, refunds, log }: Parts): Task[] {
  return [
    {
      name: 'send-refunds',
      cron: '* * * * *',
      run: () => unlessUnavailable(log, () => refunds.sendWaitingRefunds()),
    },
    {
      name: 'sweep-returns',
      cron: '20 * * * *',
      run: () =>
        unlessUnavailable(log, async () => {
          log.info({ returns: await ledger.sweepReturns() }, 'refunds and disputes were swept')
        }),
    },
    {
      name: 'sweep-settlements',
      cron: '35 * * * *',
      run: () =>
        unlessUnavailable(log, async () => {
          log.info({ read: await ledger.sweepSettlements() }, 'settlements were swept')
        }),
    },
  ]
}

function proofTasks({ ledger, log }: Parts): Task[] {
  return [
    {
      name: 'prove-books',
      cron: '40 * * * *',
      run: async () => report(await ledger.proveBooks()),
    },
    {
      name: 'prove-provider',
      cron: '50 2 * * *',
      run: () => unlessUnavailable(log, async () => report(await ledger.proveProvider())),
    },
  ]

  /** Somebody has to look: nothing is repaired by itself. */
  async function report(proof: Proof) {
    await ledger.keepProof(proof)
    const { findings, ...rest } = proof
    if (findings.length > 0) log.error({ findings, ...rest }, 'the books do not hold')
    else log.info(rest, 'the books were proven')
  }
}

/** What comes again by the clock needs no retries of its own. */
async function unlessUnavailable(log: Parts['log'], work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.warn({ err: error }, 'the payment provider is out of reach')
  }
}

async function applyWebhook(parts: Parts, id: string) {
  const { ledger } = parts
  const claimed = await ledger.claimWebhook(id)
  if (claimed === undefined) return
  try {
    // A body proves who wrote it, not that it is so: the provider is asked.
    const outcome = await verify(parts, claimed)
    await ledger.finishWebhook(id, outcome === 'unknown' ? 'ignored' : 'done')
  } catch (error) {
    await ledger.failWebhook(id, String(error))
    throw error
  }
}

async function verify(parts: Parts, { event, reference, disputeId }: ClaimedWebhook) {
  const { ledger, alarmDisputes } = parts
  if (disputeId !== null) {
    const outcome = await ledger.verifyDispute(disputeId, 'webhook')
    await alarmDisputes()
    return outcome
  }
  if (reference === null) return 'unknown'
  return event.startsWith('refund.')
    ? ledger.verifyRefunds(reference, 'webhook')
    : ledger.verifyPayment(reference, 'webhook')
}

const checkedAtOnce = 50

/** Asks for every open donation whose turn it is. When the provider is out of reach the rest is asked for a minute later. */
async function checkDue(ledger: Ledger) {
  for (;;) {
    const due = await ledger.claimDueChecks(checkedAtOnce)
    for (const check of due) {
      await ledger.verifyPayment(check.reference, 'check')
      await ledger.finishCheck(check)
    }
    if (due.length < checkedAtOnce) return
  }
}
