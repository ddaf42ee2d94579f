export const sendReceiptTask = 'send-receipt'

/** The job that mails the receipt of a gift whose money was booked. */
export function receiptJob(reference: string) {
  return { task: sendReceiptTask, payload: { reference }, key: `${sendReceiptTask} ${reference}` }
}
