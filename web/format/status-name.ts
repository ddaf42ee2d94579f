import type { RefundTimeline } from '#shared/refund.ts'

import { transactionText } from '../text/transaction.ts'

/** The display name of a donation status. An unknown status is shown unchanged (readings M5). */
export function statusName(status: string): string {
  const names = new Map(Object.entries(transactionText.statuses))
  return names.get(status) ?? status
}

type Refunded = {
  status: string
  amount: number
  refunds?: readonly Pick<RefundTimeline, 'amount' | 'fee'>[] | undefined
}

/** Whether a donor took back all that the provider's fee leaves, which the provider calls a part. */
export const isWithdrawn = ({ status, amount, refunds = [] }: Refunded) =>
  status === 'partially refunded' &&
  refunds.some(({ amount: refunded, fee }) => fee > 0 && refunded + fee === amount)
