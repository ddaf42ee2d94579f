import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import { saveRefund } from '../ledger/reversals/provider-reversals.ts'
import { acceptRefund, bookRefund, toDonationKey, watchSeconds } from './accept-refund.ts'
import { askAgain, deleteBankAccount, maxLinks } from './bank-account-links.ts'
import type { RefundDeps } from './refund-deps.ts'
import { giveUpRefund } from './refund-notices.ts'
import { changeRefund, postponeRefund, type RefundRow } from './refund-rows.ts'
import { maxFailures, resolveDoubt, sendRefund } from './send-refund.ts'

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
      return sendIf(await changeRefund(deps.database, refund, 'release', { keepsLease: true }))
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
  const { database, payments, now, log } = deps
  const askedAt = now()
  const reported =
    refund.refundId === null ? undefined : await payments.refunds.find(refund.refundId)
  if (reported) {
    await saveRefund(database, toDonationKey(refund), { refund: reported, askedAt })
    await bookRefund(deps, refund)
  } else log.error({ refund: refund.id }, 'the provider does not have a refund that it accepted')
  await postponeRefund(database, refund, { afterSeconds: watchSeconds })
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
    if ((account?.links ?? 0) < maxLinks) return askAgain(deps, refund)
    await giveUpRefund(deps, refund, { problem: 'no-bank-account' })
    return deleteBankAccount(database, refund)
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
    await acceptRefund(deps, refund, { refund: response.refund, askedAt: retriedAt })
  else await askAgain(deps, refund, 'bank-account-refused')
}
