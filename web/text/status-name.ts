import { transactionText } from './transaction.ts'

/** The state of a payment in words. One that we do not know is shown as it is (readings M5). */
export function statusName(status: string): string {
  const names = new Map(Object.entries(transactionText.statuses))
  return names.get(status) ?? status
}
