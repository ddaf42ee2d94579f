import { transactionText } from '../text/transaction.ts'

/** The display name of a donation status. An unknown status is shown unchanged (readings M5). */
export function statusName(status: string): string {
  const names = new Map(Object.entries(transactionText.statuses))
  return names.get(status) ?? status
}
