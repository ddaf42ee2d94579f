/** Mails about refunds. */
export const refundText = {
  viewDonation: 'View your donation',

  requested: {
    subject: (sum: string) => `Your refund is on its way: ${sum}`,
    lead: (sum: string, title: string) =>
      `We're refunding ${sum} of your donation to "${title}". It should arrive in 3 to 10 working days.`,
    reason: 'Reason for the refund:',
  },
  reversed: {
    subject: (sum: string) => `Your donation was refunded: ${sum}`,
    lead: (sum: string, title: string, reason: string) =>
      `${sum} of your donation to "${title}" was refunded. ${reason}`,
    reasons: {
      refund: 'The refund was made directly with our payment provider.',
      chargeback: 'Your bank disputed the payment, and the dispute was decided in your favour.',
      bank_reversal: 'Our payment provider reports that the payment was reversed.',
    },
    late: "If the money isn't in your account after 10 working days, contact your bank or our support team.",
  },
  byDonor: {
    subject: (sum: string) => `A donor requested a refund: ${sum}`,
    lead: (sum: string, title: string) =>
      `A donor to "${title}" requested a ${sum} refund within 24 hours of donating, so your total has gone down.`,
    view: 'View donations and payouts',
  },
}
