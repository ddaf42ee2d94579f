import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import { saveRefund } from '../ledger/provider-reversals.ts'
import { acceptRefund, bookRefund, toDonationKey, watchSeconds } from './accept-refund.ts'
import { askAgain, maxLinks } from './bank-account-links.ts'
import { alarmLowBalance, alarmMissing } from './refund-alarms.ts'
import type { RefundDeps } from './refund-deps.ts'
import { getDonation, hasAddress } from './refund-donation.ts'
import { giveUpRefund } from './refund-notices.ts'
import { changeRefund, postponeRefund, type RefundRow } from './refund-rows.ts'
import { maxFailures, resolveDoubt, sendHeld, sendRefund } from './send-refund.ts'

const hour = 3_600

type Lease = { isHeld: () => boolean }

/** Does what is due for a claimed refund. */
export async function advanceRefund(
  deps: RefundDeps,
  refund: RefundRow,
  lease: Lease,
): Promise<unknown> {
  switch (refund.state) {
    case 'requested':
      return sendRefund(deps, refund, lease)
    case 'held':
      return sendHeld(deps, refund, lease)
    case 'failed':
      if (refund.failures >= maxFailures)
        return giveUpRefund(deps, refund, { problem: 'failed-at-provider' })
      return sendIf(await changeRefund(deps.database, refund, 'retry', { keepsLease: true }))
    case 'sent':
      return resolveDoubt(deps, refund)
    case 'known':
      return watchRefund(deps, refund)
    case 'needs-attention':
      return sendBankAccount(deps, refund)
    case 'processed':
    case 'given-up':
      return undefined
  }

  async function sendIf(requested: RefundRow | undefined) {
    return requested && sendRefund(deps, requested, lease)
  }
}

/** Asks the provider about a refund of which nothing was heard. There is no age at which this ends. */
async function watchRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  const { database, now } = deps
  const askedAt = now()
  const reported = await findReported(deps, refund)
  if (!reported) return missRefund(deps, refund)
  await saveRefund(database, toDonationKey(refund), { refund: reported, askedAt })
  await bookRefund(deps, refund)
  const afterSeconds = watchSeconds
  await postponeRefund(database, refund, { afterSeconds, problem: null, misses: 0 })
}

/** The refund itself, or as it is listed with its payment. */
async function findReported({ database, payments }: RefundDeps, refund: RefundRow) {
  const { refundId } = refund
  if (refundId === null) return undefined
  const found = await payments.refunds.find(refundId)
  if (found) return found
  const { transactionId } = await getDonation(database, refund)
  const listed = await payments.refunds.listForTransaction(transactionId)
  return listed.find((each) => each.refundId === refundId)
}

/** A refund so often denied is an admin's as well. */
const missesToAlarm = 3

/** It is never sent again by itself: the provider may have made it all the same. */
async function missRefund(deps: RefundDeps, refund: RefundRow): Promise<void> {
  const misses = refund.misses + 1
  const isMissing = misses >= missesToAlarm
  deps.log.error({ refund: refund.id }, 'the provider does not have a refund that it accepted')
  await deps.database.transaction(async (queries) => {
    const problem = isMissing ? { problem: 'missing-at-provider' as const } : {}
    await postponeRefund(queries, refund, { afterSeconds: watchSeconds, misses, ...problem })
    if (isMissing) await alarmMissing(deps, queries, refund)
  })
}

const accountSchema = z.object({
  links: z.int(),
  bankId: z.nullable(z.int()),
  sealed: z.nullable(z.instanceof(Buffer)),
})

/** Retries the refund with the donor's bank account. Sending it twice does no harm, because it is the same refund. */
async function sendBankAccount(deps: RefundDeps, refund: RefundRow): Promise<void> {
  const { database, sealing, payments, now } = deps
  const account = await database.row(
    accountSchema,
    sql`select links, bank_id as "bankId", account_number_sealed as sealed from refund_bank_account
        where campaign_id = ${refund.campaignId} and refund_id = ${refund.id}`,
  )
  if (account?.bankId == null || account.sealed === null || refund.refundId === null) {
    return askOrGiveUp(deps, refund, account?.links ?? 0, 'no-bank-account')
  }
  const askedAt = now()
  const current = await payments.refunds.find(refund.refundId)
  if (current && current.status !== 'needs-attention')
    return void (await acceptRefund(deps, refund, { refund: current, askedAt }))
  const accountNumber = sealing.open('refund-account', account.sealed)
  const retriedAt = now()
  const response = await payments.refunds.retry(refund.refundId, {
    accountNumber,
    bankId: account.bankId,
  })
  if (response.kind === 'queued')
    return void (await acceptRefund(deps, refund, { refund: response.refund, askedAt: retriedAt }))
  if (response.reason !== 'insufficient-balance')
    return askOrGiveUp(deps, refund, account.links, 'bank-account-refused')
  // The account is right, and is sent again.
  await alarmLowBalance(deps)
  await postponeRefund(database, refund, { afterSeconds: hour, problem: response.reason })
}

async function askOrGiveUp(
  deps: RefundDeps,
  refund: RefundRow,
  links: number,
  problem: 'no-bank-account' | 'bank-account-refused',
): Promise<void> {
  if (links < maxLinks && (await hasAddress(deps, deps.database, refund)))
    return askAgain(deps, refund, problem === 'bank-account-refused' ? problem : undefined)
  await giveUpRefund(deps, refund, { problem })
}
