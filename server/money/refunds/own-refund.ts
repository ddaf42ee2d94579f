import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import type { RefundRow } from './refund-rows.ts'

type Own = Pick<RefundRow, 'id' | 'attempts' | 'refundId'>

/** The note that names our refund at the provider. Amounts and times are the same for several refunds of a payment. */
export const toMerchantNote = ({ id, attempts }: Pick<Own, 'id' | 'attempts'>) =>
  `Ajo ${id}/${attempts}`

const notePattern = /\bAjo ([0-9a-f-]{36})(?:\/(\d{1,6}))?/
/** A note that the provider cut off names a refund by at least this many characters. */
const shortestNote = 'Ajo 12345678'.length

function isOwn({ id }: Own, { merchantNote }: ProviderRefund): boolean {
  const note = merchantNote?.trim() ?? ''
  if (note.length >= shortestNote && `Ajo ${id}`.startsWith(note)) return true
  return notePattern.exec(note)?.[1] === id
}

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

/** The provider's clock and ours may differ by this much. */
const skewMs = 15 * 60_000

/**
 * A refund without any note that the call of a refund in doubt may have made: of the same amount, not older than the request, and of no
 * other refund of ours. It is taken for ours, because a refund that is made twice cannot be taken back.
 */
export function findUnnamed(
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
