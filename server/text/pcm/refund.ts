import type { Translation } from '#shared/translation.ts'

import type { refundText as english } from '../refund.ts'

export const refundText: Translation<typeof english> = {
  viewDonation: 'See your donation',

  requested: {
    subject: (sum) => `Your refund dey come: ${sum}`,
    lead: (sum, title) =>
      `We dey refund ${sum} from your donation to "${title}". E go reach you within 3 to 10 working days.`,
    reason: 'Why we dey refund am:',
  },
  reversed: {
    subject: (sum) => `We don refund your donation: ${sum}`,
    lead: (sum, title, reason) =>
      `Dem don refund ${sum} from your donation to "${title}". ${reason}`,
    reasons: {
      refund: 'Na the payment people do the refund directly.',
      chargeback: 'Your bank dispute the payment, and you win the dispute.',
      bank_reversal: 'The payment people tell us say dem don reverse the payment.',
    },
    late: 'If the money never enter your account after 10 working days, contact your bank or our support.',
  },
  byDonor: {
    subject: (sum) => `One donor request refund: ${sum}`,
    lead: (sum, title) =>
      `One donor wey donate to "${title}" request ${sum} refund within 24 hours, so your total don reduce.`,
    view: 'See donations and payouts',
  },
}
