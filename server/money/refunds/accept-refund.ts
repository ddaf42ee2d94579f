import { bookReversals } from '../ledger/book-reversals.ts'
import { type RefundReport, saveRefund } from '../ledger/provider-reversals.ts'
import type { RefundDeps } from './refund-deps.ts'
import { findOwner } from './refund-donation.ts'
import { notifyAccepted } from './refund-notices.ts'
import { changeRefund, type RefundRow } from './refund-rows.ts'

const hour = 3_600
/** Webhooks and the hourly reconciliation usually say sooner how a refund went on. */
export const watchSeconds = 6 * hour

/** The provider has the refund: writes its state, the provider's report and the mails in one transaction. */
export async function acceptRefund(
  deps: RefundDeps,
  refund: RefundRow,
  report: RefundReport,
): Promise<RefundRow | undefined> {
  const { database } = deps
  const isFirst = refund.refundId === null
  const owner =
    isFirst && refund.requestedBy === 'donor' ? await findOwner(deps, refund) : undefined
  const accepted = await database.transaction(async (queries) => {
    const { refundId, amount, currency } = report.refund
    const change = {
      refundId,
      ...(currency === 'NGN' && { amount }),
      afterSeconds: watchSeconds,
    }
    const changed = await changeRefund(queries, refund, 'accept', change)
    await saveRefund(queries, toDonationKey(refund), report)
    if (changed && isFirst) await notifyAccepted(deps, queries, changed, owner?.email)
    return changed
  })
  await bookRefund(deps, refund)
  return accepted
}

export const toDonationKey = ({ campaignId, donationId }: RefundRow) => ({
  campaignId,
  id: donationId,
})

export async function bookRefund(
  { database, now, payments, isQuiet }: RefundDeps,
  refund: RefundRow,
): Promise<void> {
  const ledger = { database, now, mode: payments.mode, ...(isQuiet !== undefined && { isQuiet }) }
  await bookReversals(ledger, toDonationKey(refund), 'check')
}
