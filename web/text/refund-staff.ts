/** Refunds that an organiser or an admin requests. */
export const refundStaffText = {
  open: 'Refund',
  openOne: (amount: string, date: string) => `Refund the donation of ${amount} on ${date}`,
  title: 'Refund a donation',
  hint: (sum: string) => `Up to ${sum} can be refunded. The donor reads the reason.`,
  amount: 'Amount to refund',
  reason: 'Reason',
  check: 'Check the refund',
  cancel: 'Cancel',
  change: 'Change',
  preview: {
    title: 'Who pays what',
    donor: 'The donor gets back',
    payouts: 'Covered by payouts on hold',
    owed: 'Owed to Ajo by the organiser',
    fees: 'Fees that are not refunded',
    feesHint:
      'The payment provider and Ajo keep their fees. The donor gets the whole amount back, so the organiser pays them.',
    carries:
      'Ajo pays the refund first. What payouts on hold do not cover, the organiser owes to Ajo.',
    held: 'Ajo’s limit for open refunds is reached. The refund will wait, and the payouts of the campaign will be held.',
    arrival: 'Banks take 3 to 10 working days. You can’t undo this.',
    waiting: 'Working out who pays what…',
  },
  send: (sum: string) => `Refund ${sum}`,
  done: { queued: 'Refund requested.', waiting: 'Refund stored. We will send it soon.' },
}
