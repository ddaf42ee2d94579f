export const sendReceiptTask = 'send-receipt'

/** Mails the receipt of a donation whose payment has been booked. */
export function receiptJob(reference: string) {
  return { task: sendReceiptTask, payload: { reference }, key: `${sendReceiptTask} ${reference}` }
}
