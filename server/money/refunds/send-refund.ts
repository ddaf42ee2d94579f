import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import type { RefundProblem } from '#shared/refund.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { saveRefund } from '../ledger/provider-reversals.ts'
import type { RefundRefusal } from '../../providers/payments/refunds.ts'
import { acceptRefund, toDonationKey } from './accept-refund.ts'
import {
  findAmong,
  findAtProvider,
  listAtProvider,
  type PaymentRefunds,
  toMerchantNote,
} from './find-at-provider.ts'
import type { RefundDeps } from './refund-deps.ts'
import {
  giveUpRefund,
  alarmLowBalance,
  getDonation,
  type DonationOfRefund,
} from './refund-notices.ts'
import {
  changeRefund,
  isInFlight,
  postponeRefund,
  startSending,
  type RefundRow,
} from './refund-rows.ts'
import { reduceRefund } from './reduce-refund.ts'
import { findRefundable } from './refundable-amounts.ts'
import { bookRefund } from './advance-refund.ts'

type Lease = { isHeld: () => boolean }

const minute = 60
const hour = 60 * minute
const inFlightSeconds = 10
/** A hold is looked at again, in case the one who put it there does not say when it ends. */
const holdSeconds = hour
/** A refund that was refused or failed this often is an admin's. */
export const maxFailures = 5
const failureSeconds = [hour, 6 * hour, 24 * hour, 72 * hour]

export const toFailureDelay = (failures: number) => failureSeconds[failures] ?? 72 * hour

/** Sends a refund in the state 'requested', unless the provider has it from an earlier attempt or it may not be sent now. */
export async function sendRefund(
  deps: RefundDeps,
  refund: RefundRow,
  lease: Lease,
): Promise<RefundRow | undefined> {
  const { database } = deps
  const donation = await getDonation(database, refund)
  if (refund.attempts > 0) {
    const earlier = await findAtProvider(deps, refund, donation.transactionId)
    if (earlier && earlier.refund.status !== 'failed') return acceptRefund(deps, refund, earlier)
  }
  const decision = await decide(deps, refund)
  if (!decision.isAllowed) return decision.refund
  const sending = await startWithinCaps(deps, decision.refund)
  if (sending === 'in-flight') {
    await postponeRefund(database, refund, { afterSeconds: inFlightSeconds, problem: 'in-flight' })
    return refund
  }
  // A process that was stopped for longer than its lease sends nothing: another one may have asked the provider since.
  if (sending?.state !== 'sent' || !lease.isHeld()) return sending
  return callProvider(deps, sending, donation)
}

type Decision =
  | { isAllowed: true; refund: RefundRow }
  | { isAllowed: false; refund: RefundRow | undefined }

/** Holds the refund or gives it up where it may not be sent. A cancellation refunds what others have left. */
async function decide(deps: RefundDeps, refund: RefundRow): Promise<Decision> {
  const { database } = deps
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  const refundable = await findRefundable(database, key, refund.id)
  const left = refundable?.amount ?? 0
  const sendable =
    left < refund.amount && left > 0 && refund.cause === 'cancellation'
      ? await reduceRefund(database, refund, kobo(left))
      : refund
  if (!sendable) return { isAllowed: false, refund: undefined }
  if (left < sendable.amount) {
    const givenUp = await giveUpRefund(deps, sendable, { problem: 'already-returned' })
    return { isAllowed: false, refund: givenUp }
  }
  if (!refundable?.isDisputed) return { isAllowed: true, refund: sendable }
  return { isAllowed: false, refund: await holdRefund(database, sendable, 'disputed') }
}

const holdRefund = (queries: Queries, refund: RefundRow, problem: RefundProblem) =>
  changeRefund(queries, refund, 'hold', { problem, afterSeconds: holdSeconds })

/** Sends a refund that was held, once nothing holds it any more. */
export async function sendHeld(
  deps: RefundDeps,
  refund: RefundRow,
  lease: Lease,
): Promise<RefundRow | undefined> {
  const { database, canSend } = deps
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  const isDisputed = (await findRefundable(database, key, refund.id))?.isDisputed
  const problem = isDisputed ? 'disputed' : await canSend?.(database, { ...refund, isSent: false })
  if (problem !== undefined) {
    await postponeRefund(database, refund, { afterSeconds: holdSeconds, problem })
    return refund
  }
  const released = await changeRefund(database, refund, 'release', { keepsLease: true })
  return released && sendRefund(deps, released, lease)
}

/** Announces the call, or holds the refund. What one refund uses up of a cap is stored before the next one is compared with it. */
async function startWithinCaps(
  { database, canSend, payments, settings }: RefundDeps,
  refund: RefundRow,
): Promise<RefundRow | 'in-flight' | undefined> {
  const afterSeconds = toAskDelay(settings.refundDoubtSeconds)
  try {
    return await database.transaction(async (queries) => {
      await queries.run(
        sql`select pg_advisory_xact_lock(hashtextextended(${`refund caps ${payments.mode}`}, 0))`,
      )
      const problem = await canSend?.(queries, { ...refund, isSent: true })
      return problem === undefined
        ? startSending(queries, refund, afterSeconds)
        : holdRefund(queries, refund, problem)
    })
  } catch (error) {
    if (isInFlight(error)) return 'in-flight'
    throw error
  }
}

async function callProvider(
  deps: RefundDeps,
  refund: RefundRow,
  { transactionId }: DonationOfRefund,
): Promise<RefundRow | undefined> {
  const askedAt = deps.now()
  try {
    const response = await deps.payments.refunds.create({
      transactionId,
      amount: refund.amount,
      customerNote: refund.reason,
      merchantNote: toMerchantNote(refund),
    })
    if (response.kind === 'queued')
      return await acceptRefund(deps, refund, { refund: response.refund, askedAt, isNew: true })
    return await handleRefusal(deps, refund, { ...response, transactionId })
  } catch (error) {
    // In doubt: the provider is asked when its lists had time to catch up.
    if (error instanceof PaymentsUnavailable) await releaseInDoubt(deps, refund)
    throw error
  }
}

type Refusal = { reason: RefundRefusal; message: string; transactionId: number }

async function handleRefusal(
  deps: RefundDeps,
  refund: RefundRow,
  { reason, message, transactionId }: Refusal,
): Promise<RefundRow | undefined> {
  const { database, log } = deps
  const { campaignId, id, attempts, failures } = refund
  switch (reason) {
    case 'insufficient-balance': {
      log.error({ campaignId, refund: id }, 'the balance at the provider is too low for a refund')
      await alarmLowBalance(deps)
      const afterSeconds = Math.min(15 * minute * 2 ** (attempts - 1), 24 * hour)
      return changeRefund(database, refund, 'postpone', {
        problem: reason,
        refusal: message,
        afterSeconds,
      })
    }
    case 'already-returned': {
      const payment = await listAtProvider(deps, refund, transactionId)
      const own = await findAmong(deps, refund, payment)
      if (own) return acceptRefund(deps, refund, own)
      await saveOthers(deps, refund, payment)
      break
    }
    case 'other':
    case 'too-small':
    case 'not-found':
  }
  const problem = reason === 'other' ? 'refused' : reason
  // What the provider returned otherwise is known now, and the next attempt is for the rest.
  const isTemporary = reason === 'other' || reason === 'already-returned'
  if (!isTemporary || refund.cause !== 'cancellation' || failures + 1 >= maxFailures)
    return giveUpRefund(deps, refund, { problem, refusal: message })
  const afterSeconds = toFailureDelay(failures)
  const change = { problem, refusal: message, afterSeconds, hasFailed: true } as const
  return changeRefund(database, refund, 'postpone', change)
}

/** Refunds that were made on the provider's pages a moment ago. */
async function saveOthers(
  deps: RefundDeps,
  refund: RefundRow,
  { refunds, askedAt }: PaymentRefunds,
): Promise<void> {
  const ours = refunds.filter(({ mode, currency }) => mode === refund.mode && currency === 'NGN')
  for (const each of ours)
    await saveRefund(deps.database, toDonationKey(refund), { refund: each, askedAt })
  await bookRefund(deps, refund)
}

/** Looks for a refund whose answer was lost. It is sent again only when the provider's lists had time to show it. */
export async function resolveDoubt(
  deps: RefundDeps,
  refund: RefundRow,
): Promise<RefundRow | undefined> {
  const { database, settings } = deps
  const donation = await getDonation(database, refund)
  const found = await findAtProvider(deps, refund, donation.transactionId)
  if (found) return acceptRefund(deps, refund, found)
  const doubt = await database.row(
    doubtSchema,
    sql`select sent_at + make_interval(secs => ${settings.refundDoubtSeconds}) <= clock_timestamp() as "isOver"
        from refund where campaign_id = ${refund.campaignId} and id = ${refund.id}`,
  )
  if (doubt?.isOver) return changeRefund(database, refund, 'miss')
  await releaseInDoubt(deps, refund)
  return refund
}

const doubtSchema = z.object({ isOver: z.boolean() })

function releaseInDoubt({ database, settings }: RefundDeps, refund: RefundRow) {
  return postponeRefund(database, refund, {
    afterSeconds: toAskDelay(settings.refundDoubtSeconds),
  })
}

/** The provider is asked five times before a refund is sent again. */
const toAskDelay = (doubtSeconds: number) => doubtSeconds / 5
