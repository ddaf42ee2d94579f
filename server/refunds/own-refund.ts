import type { ProviderRefund } from '../providers/payments/refunds.ts'
import type { RefundRow } from './refund-rows.ts'

type Own = Pick<RefundRow, 'id' | 'attempts' | 'refundId'>

/** The note that names our refund at the provider. Amounts and times are the same for several refunds of a payment. */
export const toMerchantNote = ({ id, attempts }: Pick<Own, 'id' | 'attempts'>) =>
  `Ajo ${id}/${attempts}`

const notePattern = /\bAjo ([0-9a-f-]{36})(?:\/(\d{1,6}))?/

const isOwn = ({ id }: Own, { merchantNote }: ProviderRefund) =>
  notePattern.exec(merchantNote ?? '')?.[1] === id

/** The refunds of all attempts that may still reach the donor, newest first. More than one is a refund that was sent twice. */
export function listLiving(refund: Own, refunds: readonly ProviderRefund[]): ProviderRefund[] {
  return refunds
    .filter((each) => isOwn(refund, each) && each.status !== 'failed')
    .toSorted((one, other) => other.refundId - one.refundId)
}

/** The refund that an attempt made, also where it has failed since. */
export function findOwn(
  refund: Own,
  refunds: readonly ProviderRefund[],
): ProviderRefund | undefined {
  const failed = refunds.filter(
    (each) =>
      isOwn(refund, each) && each.status === 'failed' && each.refundId > (refund.refundId ?? 0),
  )
  return listLiving(refund, refunds)[0] ?? failed[0]
}
