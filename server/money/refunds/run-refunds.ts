import { enqueueJob } from '../../platform/queue/queue.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { advanceRefund } from './advance-refund.ts'
import { followReports } from './follow-reports.ts'
import type { RefundDeps } from './refund-deps.ts'
import { leadRefunds } from './refund-lead.ts'
import { claimDue, hasDue, keepLease, postponeRefund, type RefundRow } from './refund-rows.ts'

/** Enough calls at a time to use the rate while the provider takes seconds to answer. */
const callsAtATime = 8
/** A run ends before the deadline of its job, and another one continues. */
const runMs = 50_000
export const refundsTask = 'send-refunds'
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
