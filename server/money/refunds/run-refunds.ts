import * as z from 'zod/mini'

import { type Sql, sql } from '../../platform/database/sql.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { PaymentsUnavailable, skipIfUnavailable } from '../../providers/payments/payments.ts'
import { advanceRefund, bookRefund, toFailureDelay } from './advance-refund.ts'
import { askForBankAccount, deleteBankAccount } from './bank-accounts.ts'
import type { RefundDeps } from './refund-deps.ts'
import { notifyProcessed } from './refund-notices.ts'
import { leadRefunds } from './refund-pace.ts'
import {
  type RefundRow,
  changeRefund,
  claimDue,
  hasDue,
  keepLease,
  postponeRefund,
  refundColumns,
  refundRowSchema,
} from './refund-rows.ts'

/** Enough calls at a time to use the rate while the provider takes seconds to answer. */
const callsAtATime = 8
/** A run ends before the deadline of its job, and another one continues. */
const runMs = 50_000
const refundsTask = 'send-refunds'
const continueRefundsJob = { task: refundsTask, key: `${refundsTask} next` }
const failuresToStop = 3
const errorSeconds = 300
const outageSeconds = 60

/**
 * Does everything that is due for refunds, oldest first, within the rate limit. One process at a time runs it. A refund that fails is
 * postponed, so that it never stops the next.
 */
export async function runRefunds(deps: RefundDeps, signal?: AbortSignal): Promise<void> {
  const lead = await leadRefunds(deps.database, deps.payments.mode)
  if (!lead) return
  await using _ = lead
  const startedAt = performance.now()
  let failuresInRow = 0
  const mayContinue = () =>
    !signal?.aborted && performance.now() - startedAt < runMs && failuresInRow < failuresToStop

  await Promise.all([
    followReports(deps, mayContinue),
    ...Array.from({ length: callsAtATime }, work),
  ])
  const { database, payments } = deps
  if (signal?.aborted || failuresInRow >= failuresToStop) return
  if (await hasDue(database, payments.mode)) await enqueueJob(database, continueRefundsJob)

  async function work() {
    while (mayContinue() && (await hasDue(deps.database, deps.payments.mode))) {
      if (!(await deps.pace.wait(mayContinue))) return
      const refund = await claimDue(deps.database, deps.payments.mode)
      if (!refund) return
      const hasSucceeded = await advance(deps, refund)
      failuresInRow = hasSucceeded ? 0 : failuresInRow + 1
    }
  }
}

/** False while the provider is unavailable. */
async function advance(deps: RefundDeps, refund: RefundRow): Promise<boolean> {
  using lease = keepLease(deps.database, refund)
  try {
    await advanceRefund(deps, refund, lease)
    return true
  } catch (error) {
    const isOutage = error instanceof PaymentsUnavailable
    if (isOutage) await pauseIfThrottled(deps, error)
    const level = isOutage ? 'warn' : 'error'
    deps.log[level]({ err: error, refund: refund.id }, 'a refund was postponed after an error')
    const delay = isOutage
      ? { afterSeconds: outageSeconds }
      : { afterSeconds: errorSeconds, problem: 'error' as const }
    await postponeRefund(deps.database, refund, delay)
    return !isOutage
  }
}

export async function pauseIfThrottled(
  { pace }: Pick<RefundDeps, 'pace'>,
  { retryAfterSeconds }: PaymentsUnavailable,
): Promise<void> {
  if (retryAfterSeconds !== undefined) await pace.pause(retryAfterSeconds)
}

const batchSize = 200
const reportSchema = z.extend(refundRowSchema, { status: z.string(), reported: z.int() })
type ReportedRefund = z.output<typeof reportSchema>

/**
 * Follows what the provider reported about our refunds, whether by webhook, reconciliation or our own question. Each refund is a
 * transaction of its own, and one that cannot be written does not stop the next.
 */
async function followReports(deps: RefundDeps, mayContinue: () => boolean): Promise<void> {
  let after = ''
  for (;;) {
    const refunds = await listReported(deps, after)
    for (const refund of refunds) {
      if (!mayContinue()) return
      await followReport(deps, refund).catch((error: unknown) => {
        deps.log.error(
          { err: error, refund: refund.id },
          'a report about a refund was not followed',
        )
      })
    }
    after = refunds.at(-1)?.id ?? ''
    if (refunds.length < batchSize) return
  }
}

/** Refunds whose state differs from the provider's report. A processed refund may fail afterwards. */
function listReported(
  { database, payments }: RefundDeps,
  after: string,
): Promise<ReportedRefund[]> {
  const { mode } = payments
  const reported = (isDifferent: Sql) => sql`
    select ${refundColumns}, report.status, report.amount_kobo as reported
    from refund
    join provider_refund report on report.campaign_id = refund.campaign_id and report.mode = refund.mode
      and report.refund_id = refund.refund_id
    where refund.mode = ${mode} and report.currency = 'NGN' and refund.id::text > ${after} and ${isDifferent}`
  // Each part has an index, so that the refunds of earlier years are not read every minute.
  return database.rows(
    reportSchema,
    sql`select * from (
          ${reported(sql`refund.next_attempt_at is not null and case refund.state
            when 'known' then report.status in ('processed', 'failed', 'needs-attention')
            when 'needs-attention' then report.status in ('processed', 'failed')
            when 'sent' then false else report.status = 'processed' end`)}
          union all ${reported(sql`refund.state = 'given-up' and report.status = 'processed'`)}
          union all ${reported(sql`refund.state = 'processed' and report.status = 'failed'`)}) reported
        order by id::text limit ${batchSize}`,
  )
}

async function followReport(deps: RefundDeps, reported: ReportedRefund): Promise<void> {
  const { status, reported: amount, ...row } = reported
  // The report decides, not a lease: its holder finds the state changed.
  const refund: RefundRow = { ...row, leaseToken: null }
  // Booked first, so that a refund is not final before the ledger has it.
  if (status !== 'needs-attention') await bookRefund(deps, refund)
  await deps.database.transaction(async (queries) => {
    switch (status) {
      case 'processed': {
        const processed = await changeRefund(queries, refund, 'process', { amount })
        if (!processed) return
        const isToAccount = await deleteBankAccount(queries, refund)
        return notifyProcessed(deps, queries, processed, isToAccount)
      }
      case 'failed': {
        const afterSeconds = toFailureDelay(refund.failures)
        const problem = 'failed-at-provider'
        await changeRefund(queries, refund, 'fail', { problem, afterSeconds, hasFailed: true })
        await deleteBankAccount(queries, refund)
        return
      }
      default:
        return askForBankAccount(deps, queries, refund)
    }
  })
}

type TaskDeps = {
  refunds: { runRefunds: (signal?: AbortSignal) => Promise<void> }
  log: Pick<Log, 'warn'>
}

export function refundTasks({ refunds, log }: TaskDeps): Task[] {
  return [
    {
      name: refundsTask,
      lane: 'payments',
      cron: '* * * * *',
      run: (_payload, signal) => skipIfUnavailable(log, () => refunds.runRefunds(signal)),
    },
  ]
}
