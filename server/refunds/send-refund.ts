import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import type { ProviderRefund, RefundRefusal } from '../providers/payments/refunds.ts'
import { acceptRefund } from './accept-refund.ts'
import { alarmLowBalance } from './balance-alarm.ts'
import { findOwn, listLiving, toMerchantNote } from './own-refund.ts'
import { getDonation, type DonationOfRefund } from './refund-donation.ts'
import type { RefundDeps } from './refund-deps.ts'
import { giveUpRefund } from './refund-notices.ts'
import { changeRefund, postponeRefund, startSending, type RefundRow } from './refund-rows.ts'
import { findRefundable } from './refundable-amounts.ts'

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
  const { database, settings } = deps
  const donation = await getDonation(database, refund)
  if (refund.attempts > 0) {
    const earlier = await findAtProvider(deps, refund, donation)
    if (earlier && earlier.status !== 'failed') return acceptRefund(deps, refund, earlier)
  }
  const refused = await refuseToSend(deps, refund)
  if (refused) return refused
  const afterSeconds = toAskDelay(settings.refundDoubtSeconds)
  const sending = await startSending(database, refund, afterSeconds)
  if (sending === 'in-flight') {
    await postponeRefund(database, refund, { afterSeconds: inFlightSeconds, problem: 'in-flight' })
    return refund
  }
  // A process that was stopped for longer than its lease sends nothing: another one may have asked the provider since.
  if (!sending || !lease.isHeld()) return sending
  return callProvider(deps, sending, donation)
}

/** Holds the refund or gives it up where it may not be sent. */
async function refuseToSend(deps: RefundDeps, refund: RefundRow): Promise<RefundRow | undefined> {
  const { database, canSend } = deps
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  const refundable = await findRefundable(database, key, refund.id)
  if (!refundable || refundable.amount < refund.amount)
    return giveUpRefund(deps, refund, { problem: 'already-returned' })
  const problem = refundable.isDisputed ? 'disputed' : await canSend?.(refund)
  if (problem === undefined) return undefined
  return changeRefund(database, refund, 'hold', { problem, afterSeconds: holdSeconds })
}

async function callProvider(
  deps: RefundDeps,
  refund: RefundRow,
  { reference, transactionId }: DonationOfRefund,
): Promise<RefundRow | undefined> {
  try {
    const response = await deps.payments.refunds.create({
      reference,
      amount: refund.amount,
      customerNote: refund.reason,
      merchantNote: toMerchantNote(refund),
    })
    if (response.kind === 'queued') return await acceptRefund(deps, refund, response.refund)
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
      const refunds = await deps.payments.refunds.listForTransaction(transactionId)
      const own = findOwn(refund, refunds)
      if (own) return acceptRefund(deps, refund, own)
      break
    }
    case 'other':
      if (refund.cause === 'cancellation' && failures + 1 < maxFailures)
        return changeRefund(database, refund, 'postpone', {
          problem: 'refused',
          refusal: message,
          afterSeconds: toFailureDelay(failures),
          hasFailed: true,
        })
      break
    case 'too-small':
    case 'not-found':
  }
  const problem = reason === 'other' ? 'refused' : reason
  return giveUpRefund(deps, refund, { problem, refusal: message })
}

/** Looks for a refund whose answer was lost. It is sent again only when the provider's lists had time to show it. */
export async function resolveDoubt(
  deps: RefundDeps,
  refund: RefundRow,
): Promise<RefundRow | undefined> {
  const { database, settings } = deps
  const donation = await getDonation(database, refund)
  const found = await findAtProvider(deps, refund, donation)
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

async function findAtProvider(
  { payments, log }: RefundDeps,
  refund: RefundRow,
  { transactionId }: DonationOfRefund,
): Promise<ProviderRefund | undefined> {
  const refunds = await payments.refunds.listForTransaction(transactionId)
  const living = listLiving(refund, refunds)
  if (living.length > 1)
    log.error(
      { refund: refund.id, refundIds: living.map(({ refundId }) => refundId) },
      'the provider has a refund twice',
    )
  return findOwn(refund, refunds)
}
