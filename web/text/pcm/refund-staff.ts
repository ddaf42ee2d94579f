import type { Translation } from '#shared/translation.ts'

import type { refundStaffText as english } from '../refund-staff.ts'

export const refundStaffText: Translation<typeof english> = {
  open: 'Refund',
  openOne: (amount, date) => `Refund the donation of ${amount} wey enter on ${date}`,
  title: 'Refund one donation',
  hint: (sum) => `You fit refund reach ${sum}. The donor go read the reason.`,
  amount: 'How much to refund',
  reason: 'Reason',
  check: 'Check the refund first',
  cancel: 'Cancel',
  change: 'Change am',
  preview: {
    title: 'Who go pay wetin',
    donor: 'The donor go get back',
    payouts: 'Wetin the payouts wey we hold go cover',
    owed: 'Wetin the organiser go owe Ajo',
    fees: 'Fees wey we no fit refund',
    feesHint:
      'The payment people and Ajo keep their fees. The donor go get everything back, so na the organiser go pay am.',
    carries:
      'Na Ajo go pay the refund first. Wetin the payouts wey we hold no cover, the organiser go owe Ajo.',
    held: 'Open refunds don reach the limit of Ajo. This refund go wait, and we go hold the payouts for the campaign.',
    arrival: 'Bank dey take 3 to 10 working days. You no fit undo am.',
    waiting: 'We dey check who go pay wetin…',
  },
  send: (sum) => `Refund ${sum}`,
  done: {
    queued: 'We don request the refund.',
    waiting: 'We don keep the refund. We go send am soon.',
  },
}
