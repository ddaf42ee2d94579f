import * as z from 'zod/mini'

import { type Kobo, kobo } from '#shared/money.ts'
import type { RefundProblem } from '#shared/refund.ts'

import { type Sql, sql } from '../../platform/database/sql.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import {
  PaymentsUnavailable,
  skipIfUnavailable,
  type RefundRefusal,
  type ProviderRefund,
} from '../../providers/payments/payments.ts'
import { askForBankAccount, deleteBankAccount, askAgain, maxLinks } from './bank-accounts.ts'
import {
  type RefundDeps,
  leadRefunds,
  type RefundRow,
  changeRefund,
  claimDue,
  hasDue,
  keepLease,
  postponeRefund,
  refundColumns,
  refundRowSchema,
  type Postponement,
  type RefundChange,
  holdOverCapsTask,
  isInFlight,
  lockRefundCaps,
  startSending,
  findRefundable,
} from './refund-rows.ts'
import {
  notifyProcessed,
  type DonationOfRefund,
  alarmLowBalance,
  alarmMissing,
  findOwner,
  getDonation,
  notifyAccepted,
  notifyGivenUp,
} from './refund-notices.ts'
import type { Queries } from '../../platform/database/database.ts'
import { bookReversals, type RefundReport, saveRefund } from '../ledger/book-reversals.ts'

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
  const read = (last?: ReportedRefund) => listReported(deps, last?.id ?? '')
  for await (const refunds of eachPage(batchSize, read))
    for (const refund of refunds) {
      if (!mayContinue()) return
      await followReport(deps, refund).catch((error: unknown) => {
        deps.log.error(
          { err: error, refund: refund.id },
          'a report about a refund was not followed',
        )
      })
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

const minute = 60
const hour = 60 * minute
const inFlightSeconds = 10
/** A hold is looked at again, in case the one who put it there does not say when it ends. */
const holdSeconds = hour
/** Webhooks and the hourly reconciliation usually say sooner how a refund went on. */
const watchSeconds = 6 * hour
/** A refund that was refused or failed this often is an admin's. */
const maxFailures = 5
const failureSeconds = [hour, 6 * hour, 24 * hour, 72 * hour]
/** A refund so often denied is an admin's as well. */
const missesToAlarm = 3

const toFailureDelay = (failures: number) => failureSeconds[failures] ?? 72 * hour

/** The provider is asked five times before a refund is sent again. */
const toAskDelay = (doubtSeconds: number) => doubtSeconds / 5

type Lease = { isHeld: () => boolean }
type GivenUp = RefundChange & { problem: RefundProblem }

/** What becomes of a refund. Undefined: it stays as it is, or another process has it now. */
type Decision =
  | undefined
  | { to: 'accept'; refund: RefundRow; report: RefundReport }
  | { to: 'give-up'; refund: RefundRow; change: GivenUp }
  | { to: 'hold' | 'postpone' | 'miss'; refund: RefundRow; change: RefundChange }
  | { to: 'wait'; refund: RefundRow; postponement: Postponement }
  | { to: 'ask-donor-again'; refund: RefundRow; problem: 'bank-account-refused' | undefined }

/** Does what is due for a claimed refund. */
export async function advanceRefund(
  deps: RefundDeps,
  refund: RefundRow,
  lease: Lease,
): Promise<void> {
  const donation = await getDonation(deps.database, refund)
  const decision = await decide(deps, refund, { donation, lease })
  switch (decision?.to) {
    case undefined:
      return
    case 'accept':
      return acceptRefund(deps, decision.refund, decision.report)
    case 'give-up':
      return giveUpRefund(deps, decision.refund, decision.change)
    case 'ask-donor-again':
      return askAgain(deps, decision.refund, decision.problem)
    case 'wait':
      return postponeRefund(deps.database, decision.refund, decision.postponement)
    case 'hold':
    case 'postpone':
    case 'miss':
      await changeRefund(deps.database, decision.refund, decision.to, decision.change)
      if (decision.change.problem === 'exposure')
        await enqueueJob(deps.database, { task: holdOverCapsTask, key: holdOverCapsTask })
  }
}

type Context = { donation: DonationOfRefund; lease: Lease }

async function decide(deps: RefundDeps, refund: RefundRow, context: Context): Promise<Decision> {
  const { donation } = context
  switch (refund.state) {
    case 'requested':
      return sendRefund(deps, refund, context)
    case 'held': {
      const problem = await findHoldReason(deps, refund)
      if (problem === undefined) return sendAfter('release')
      return { to: 'wait', refund, postponement: { afterSeconds: holdSeconds, problem } }
    }
    case 'failed':
      if (refund.failures < maxFailures) return sendAfter('retry')
      return { to: 'give-up', refund, change: { problem: 'failed-at-provider' } }
    case 'sent':
      return resolveDoubt(deps, refund, donation)
    case 'known':
      return watchRefund(deps, refund, donation)
    case 'needs-attention':
      return sendBankAccount(deps, refund, donation)
    case 'processed':
    case 'given-up':
      return undefined
  }

  async function sendAfter(event: 'release' | 'retry'): Promise<Decision> {
    const requested = await changeRefund(deps.database, refund, event, { keepsLease: true })
    return requested && sendRefund(deps, requested, context)
  }
}

async function findHoldReason({ database, canSend }: RefundDeps, refund: RefundRow) {
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  if (refund.awaitsSecond) return 'second-person'
  const isDisputed = (await findRefundable(database, key, refund.id))?.isDisputed
  return isDisputed ? 'disputed' : canSend?.(database, { ...refund, isSent: false })
}

/** Sends a refund in the state 'requested', unless the provider has it from an earlier attempt or it may not be sent now. */
async function sendRefund(
  deps: RefundDeps,
  refund: RefundRow,
  { donation: { transactionId }, lease }: Context,
): Promise<Decision> {
  if (refund.attempts > 0) {
    const report = await findAtProvider(deps, refund, transactionId)
    if (report && report.refund.status !== 'failed') return { to: 'accept', refund, report }
  }
  const sending = await startSendingRest(deps, refund)
  // A process that was stopped for longer than its lease sends nothing: another one may have asked the provider since.
  if (sending?.to !== 'send') return sending
  return lease.isHeld() ? callProvider(deps, sending.refund, transactionId) : undefined
}

type Start = Decision | { to: 'send'; refund: RefundRow }

/** A cancellation refunds what others have left. */
async function startSendingRest(deps: RefundDeps, refund: RefundRow): Promise<Start> {
  const { database } = deps
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  const refundable = await findRefundable(database, key, refund.id)
  const left = refundable?.amount ?? 0
  const isReduced = left < refund.amount && left > 0 && refund.cause === 'cancellation'
  const sendable = isReduced ? await reduceRefund(database, refund, kobo(left)) : refund
  if (!sendable) return undefined
  if (left < sendable.amount)
    return { to: 'give-up', refund: sendable, change: { problem: 'already-returned' } }
  if (sendable.awaitsSecond) return hold(sendable, 'second-person')
  if (refundable?.isDisputed) return hold(sendable, 'disputed')
  return startWithinCaps(deps, sendable)
}

/** Lowers the amount of a refund that no call is under way for. Undefined if another process has taken its lease. */
function reduceRefund(
  queries: Queries,
  { campaignId, id, leaseToken }: RefundRow,
  amount: Kobo,
): Promise<RefundRow | undefined> {
  return queries.row(
    refundRowSchema,
    sql`update refund set amount_kobo = ${amount}, changed_at = clock_timestamp()
        where campaign_id = ${campaignId} and id = ${id} and state = 'requested' and amount_kobo > ${amount}
          and lease_token = ${leaseToken}::uuid
        returning ${refundColumns}`,
  )
}

const hold = (refund: RefundRow, problem: RefundProblem): Decision => ({
  to: 'hold',
  refund,
  change: { problem, afterSeconds: holdSeconds },
})

/** Announces the call, or holds the refund. What one refund uses up of a cap is stored before the next one is compared with it. */
async function startWithinCaps(
  { database, canSend, payments, settings }: RefundDeps,
  refund: RefundRow,
): Promise<Start> {
  const afterSeconds = toAskDelay(settings.refundDoubtSeconds)
  try {
    return await database.transaction(async (queries) => {
      await lockRefundCaps(queries, payments.mode)
      const problem = await canSend?.(queries, { ...refund, isSent: true })
      if (problem !== undefined) return hold(refund, problem)
      const sent = await startSending(queries, refund, afterSeconds)
      return sent && { to: 'send', refund: sent }
    })
  } catch (error) {
    if (!isInFlight(error)) throw error
    const postponement = { afterSeconds: inFlightSeconds, problem: 'in-flight' } as const
    return { to: 'wait', refund, postponement }
  }
}

async function callProvider(
  deps: RefundDeps,
  refund: RefundRow,
  transactionId: number,
): Promise<Decision> {
  const askedAt = deps.now()
  try {
    const response = await deps.payments.refunds.create({
      transactionId,
      amount: refund.amount,
      customerNote: refund.reason,
      merchantNote: toMerchantNote(refund),
    })
    if (response.kind === 'queued')
      return { to: 'accept', refund, report: { refund: response.refund, askedAt, isNew: true } }
    return await handleRefusal(deps, refund, { ...response, transactionId })
  } catch (error) {
    // In doubt: the provider is asked when its lists had time to catch up.
    const afterSeconds = toAskDelay(deps.settings.refundDoubtSeconds)
    if (error instanceof PaymentsUnavailable)
      await postponeRefund(deps.database, refund, { afterSeconds })
    throw error
  }
}

type Refusal = { reason: RefundRefusal; message: string; transactionId: number }

async function handleRefusal(
  deps: RefundDeps,
  refund: RefundRow,
  { reason, message, transactionId }: Refusal,
): Promise<Decision> {
  const { campaignId, id, attempts, failures } = refund
  if (reason === 'insufficient-balance') {
    deps.log.error(
      { campaignId, refund: id },
      'the balance at the provider is too low for a refund',
    )
    await alarmLowBalance(deps)
    const afterSeconds = Math.min(15 * minute * 2 ** (attempts - 1), 24 * hour)
    return { to: 'postpone', refund, change: { problem: reason, refusal: message, afterSeconds } }
  }
  if (reason === 'already-returned') {
    const { refunds, askedAt } = await listAtProvider(deps, refund, transactionId)
    const report = await findAmong(deps, refund, { refunds, askedAt })
    if (report) return { to: 'accept', refund, report }
    // Refunds that were made on the provider's pages a moment ago.
    const others = refunds.filter(
      ({ mode, currency }) => mode === refund.mode && currency === 'NGN',
    )
    for (const each of others)
      await saveRefund(deps.database, toDonationKey(refund), { refund: each, askedAt })
    await bookRefund(deps, refund)
  }
  const problem = reason === 'other' ? 'refused' : reason
  // What the provider returned otherwise is known now, and the next attempt is for the rest.
  const isTemporary = reason === 'other' || reason === 'already-returned'
  if (!isTemporary || refund.cause !== 'cancellation' || failures + 1 >= maxFailures)
    return { to: 'give-up', refund, change: { problem, refusal: message } }
  const afterSeconds = toFailureDelay(failures)
  const change = { problem, refusal: message, afterSeconds, hasFailed: true } as const
  return { to: 'postpone', refund, change }
}

/** Looks for a refund whose answer was lost. It is sent again only when the provider's lists had time to show it. */
async function resolveDoubt(
  deps: RefundDeps,
  refund: RefundRow,
  { transactionId }: DonationOfRefund,
): Promise<Decision> {
  const { database, settings } = deps
  const report = await findAtProvider(deps, refund, transactionId)
  if (report) return { to: 'accept', refund, report }
  const doubt = await database.value(
    z.boolean(),
    sql`select sent_at + make_interval(secs => ${settings.refundDoubtSeconds}) <= clock_timestamp() as "isOver"
        from refund where campaign_id = ${refund.campaignId} and id = ${refund.id}`,
  )
  if (doubt) return { to: 'miss', refund, change: {} }
  const postponement = { afterSeconds: toAskDelay(settings.refundDoubtSeconds) }
  return { to: 'wait', refund, postponement }
}

/** Asks the provider about a refund of which nothing was heard. There is no age at which this ends. */
async function watchRefund(
  deps: RefundDeps,
  refund: RefundRow,
  { transactionId }: DonationOfRefund,
): Promise<Decision> {
  const { database, now, payments } = deps
  const { refundId } = refund
  const askedAt = now()
  // The refund itself, or as it is listed with its payment.
  const reported =
    refundId === null
      ? undefined
      : ((await payments.refunds.find(refundId)) ??
        (await payments.refunds.listForTransaction(transactionId)).find(
          (each) => each.refundId === refundId,
        ))
  if (reported) {
    await saveRefund(database, toDonationKey(refund), { refund: reported, askedAt })
    await bookRefund(deps, refund)
    const postponement = { afterSeconds: watchSeconds, problem: null, misses: 0 }
    return { to: 'wait', refund, postponement }
  }
  // It is never sent again by itself: the provider may have made it all the same.
  const misses = refund.misses + 1
  const isMissing = misses >= missesToAlarm
  deps.log.error({ refund: refund.id }, 'the provider does not have a refund that it accepted')
  if (isMissing) await alarmMissing(deps, refund)
  const problem = isMissing ? { problem: 'missing-at-provider' as const } : {}
  return { to: 'wait', refund, postponement: { afterSeconds: watchSeconds, misses, ...problem } }
}

const accountSchema = z.object({
  links: z.int(),
  bankId: z.nullable(z.int()),
  sealed: z.nullable(z.instanceof(Buffer)),
})

/** Retries the refund with the donor's bank account. Sending it twice does no harm, because it is the same refund. */
async function sendBankAccount(
  deps: RefundDeps,
  refund: RefundRow,
  { emailSealed }: DonationOfRefund,
): Promise<Decision> {
  const { database, sealing, payments, now } = deps
  const account = await database.row(
    accountSchema,
    sql`select links, bank_id as "bankId", account_number_sealed as sealed from refund_bank_account
        where campaign_id = ${refund.campaignId} and refund_id = ${refund.id}`,
  )
  const askOrGiveUp = (problem: 'no-bank-account' | 'bank-account-refused'): Decision => {
    const canAsk =
      (account?.links ?? 0) < maxLinks && sealing.open('donor-email', emailSealed) !== ''
    if (!canAsk) return { to: 'give-up', refund, change: { problem } }
    const refused = problem === 'bank-account-refused' ? problem : undefined
    return { to: 'ask-donor-again', refund, problem: refused }
  }
  if (account?.bankId == null || account.sealed === null || refund.refundId === null)
    return askOrGiveUp('no-bank-account')
  const askedAt = now()
  const current = await payments.refunds.find(refund.refundId)
  if (current && current.status !== 'needs-attention')
    return { to: 'accept', refund, report: { refund: current, askedAt } }
  const accountNumber = sealing.open('refund-account', account.sealed)
  const retriedAt = now()
  const response = await payments.refunds.retry(refund.refundId, {
    accountNumber,
    bankId: account.bankId,
  })
  if (response.kind === 'queued')
    return { to: 'accept', refund, report: { refund: response.refund, askedAt: retriedAt } }
  if (response.reason !== 'insufficient-balance') return askOrGiveUp('bank-account-refused')
  // The account is right, and is sent again.
  await alarmLowBalance(deps)
  return { to: 'wait', refund, postponement: { afterSeconds: hour, problem: response.reason } }
}

/** The provider has the refund: writes its state, the provider's report and the mails in one transaction. */
async function acceptRefund(
  deps: RefundDeps,
  refund: RefundRow,
  report: RefundReport,
): Promise<void> {
  const isFirst = refund.refundId === null
  const owner =
    isFirst && refund.requestedBy === 'donor' ? await findOwner(deps, refund) : undefined
  await deps.database.transaction(async (queries) => {
    const { refundId, amount, currency } = report.refund
    const change = {
      refundId,
      ...(currency === 'NGN' && { amount }),
      afterSeconds: watchSeconds,
    }
    const changed = await changeRefund(queries, refund, 'accept', change)
    await saveRefund(queries, toDonationKey(refund), report)
    if (changed && isFirst) await notifyAccepted(deps, queries, changed, owner?.email)
  })
  await bookRefund(deps, refund)
}

/**
 * Gives a refund up for a named reason. It stays on the admin's list, and the donor's bank account is deleted. The donor who was promised
 * it is mailed, and, unless the refusal answers the request, the organiser who requested it and the admin.
 */
async function giveUpRefund(deps: RefundDeps, refund: RefundRow, change: GivenUp): Promise<void> {
  const { campaignId, donationId, id, amount } = refund
  const isOwners = refund.requestedBy === 'owner' && !deps.isAwaited
  const owner = isOwners ? await findOwner(deps, refund) : undefined
  let isReversed = false
  if (change.problem === 'already-returned') {
    const refundable = await findRefundable(deps.database, { campaignId, id: donationId }, id)
    const reversed = refundable ? refundable.charged - refundable.amount : 0
    // Less than the refund was returned in another way: someone has to refund the rest.
    isReversed = reversed <= 0 || reversed >= amount
  }
  await deps.database.transaction(async (queries) => {
    const changed = await changeRefund(queries, refund, 'give-up', change)
    if (!changed) return
    await deleteBankAccount(queries, refund)
    await notifyGivenUp(deps, queries, { refund, isReversed, ownerEmail: owner?.email })
  })
}

const toDonationKey = ({ campaignId, donationId }: RefundRow) => ({ campaignId, id: donationId })

async function bookRefund(
  { database, now, payments, isQuiet }: RefundDeps,
  refund: RefundRow,
): Promise<void> {
  const ledger = { database, now, mode: payments.mode, ...(isQuiet !== undefined && { isQuiet }) }
  await bookReversals(ledger, toDonationKey(refund), 'check')
}

type PaymentRefunds = { refunds: ProviderRefund[]; askedAt: Date }

/** Looks for the refund that an earlier call made. Undefined if the provider does not show it. */
async function findAtProvider(
  deps: RefundDeps,
  refund: RefundRow,
  transactionId: number,
): Promise<RefundReport | undefined> {
  return findAmong(deps, refund, await listAtProvider(deps, refund, transactionId))
}

/** The list of the payment, and those that only a webhook or another list has shown so far. */
async function listAtProvider(
  { database, payments, now }: RefundDeps,
  { campaignId, id, donationId, mode }: RefundRow,
  transactionId: number,
): Promise<PaymentRefunds> {
  const askedAt = now()
  const refunds = await payments.refunds.listForTransaction(transactionId)
  const listed = refunds.map(({ refundId }) => refundId)
  const reported = await database.rows(
    z.object({ refundId: z.int() }),
    sql`select refund_id as "refundId" from provider_refund
        where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode}
          and starts_with(merchant_note, ${`Ajo ${id}`}) and refund_id <> all(${listed}::bigint[])`,
  )
  for (const { refundId } of reported) {
    const found = await payments.refunds.find(refundId)
    if (found) refunds.push(found)
  }
  return { refunds, askedAt }
}

const takenSchema = z.object({ refundId: z.nullable(z.int()), id: z.string(), at: z.date() })

async function findAmong(
  { database, log }: RefundDeps,
  refund: RefundRow,
  { refunds, askedAt }: PaymentRefunds,
): Promise<RefundReport | undefined> {
  const living = listLiving(refund, refunds)
  if (living.length > 1)
    log.error(
      { refund: refund.id, refundIds: living.map(({ refundId }) => refundId) },
      'the provider has a refund twice',
    )
  const own = findOwn(refund, refunds)
  if (own) return { refund: own, askedAt }
  const known = await database.rows(
    takenSchema,
    sql`select refund_id as "refundId", id, created_at as at from refund
        where campaign_id = ${refund.campaignId} and donation_id = ${refund.donationId}`,
  )
  const taken = new Set(known.flatMap(({ refundId }) => refundId ?? []))
  const requestedAt = known.find(({ id }) => id === refund.id)?.at
  const call = requestedAt && { amount: refund.amount, requestedAt }
  const unnamed = call && findUnnamed(call, refunds, taken)
  return unnamed && { refund: unnamed, askedAt }
}

type Own = Pick<RefundRow, 'id' | 'attempts' | 'refundId'>

/** The note that names our refund at the provider. Amounts and times are the same for several refunds of a payment. */
const toMerchantNote = ({ id, attempts }: Pick<Own, 'id' | 'attempts'>) => `Ajo ${id}/${attempts}`

const notePattern = /\bAjo ([0-9a-f-]{36})(?:\/(\d{1,6}))?/
/** A note that the provider cut off names a refund by at least this many characters. */
const shortestNote = 'Ajo 12345678'.length

function isOwn({ id }: Own, { merchantNote }: ProviderRefund): boolean {
  const note = merchantNote?.trim() ?? ''
  if (note.length >= shortestNote && `Ajo ${id}`.startsWith(note)) return true
  return notePattern.exec(note)?.[1] === id
}

/** The refunds of all attempts that may still reach the donor, newest first. More than one is a refund that was sent twice. */
function listLiving(refund: Own, refunds: readonly ProviderRefund[]): ProviderRefund[] {
  return refunds
    .filter((each) => isOwn(refund, each) && each.status !== 'failed')
    .toSorted((one, other) => other.refundId - one.refundId)
}

/** The refund that an attempt made, also where it has failed since. */
function findOwn(refund: Own, refunds: readonly ProviderRefund[]): ProviderRefund | undefined {
  const failed = refunds.filter(
    (each) =>
      isOwn(refund, each) && each.status === 'failed' && each.refundId > (refund.refundId ?? 0),
  )
  return listLiving(refund, refunds)[0] ?? failed[0]
}

/** The provider's clock and ours may differ by this much. */
const skewMs = 15 * 60_000

/**
 * A refund without any note that the call of a refund in doubt may have made: of the same amount, not older than the request, and of no
 * other refund of ours. It is taken for ours, because a refund that is made twice cannot be taken back.
 */
function findUnnamed(
  { amount, requestedAt }: { amount: number; requestedAt: Date },
  refunds: readonly ProviderRefund[],
  taken: ReadonlySet<number>,
): ProviderRefund | undefined {
  const since = requestedAt.getTime() - skewMs
  return refunds.find(
    (each) =>
      (each.merchantNote ?? '').trim() === '' &&
      each.disputeId === null &&
      each.status !== 'failed' &&
      each.amount === amount &&
      !taken.has(each.refundId) &&
      (each.createdAt === null || each.createdAt.getTime() >= since),
  )
}
