import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

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
  held: {
    subject: (sum: string) => `We received ${sum} and are checking it`,
    lead: (arrived: string, asked: string, title: string) =>
      `You started a donation of ${asked} to "${title}". ${arrived} arrived, and the payment does not match.`,
    until: (day: string) =>
      `We decide by ${day} whether it counts as your donation or is refunded. You need to do nothing.`,
  },
  byDonor: {
    subject: (sum: string) => `A donor requested a refund: ${sum}`,
    lead: (sum: string, title: string) =>
      `A donor to "${title}" requested a ${sum} refund within ${formatDuration(terms.donorRefund)} of donating. Your total goes down when it is made.`,
    view: 'View donations and payouts',
  },
  asked: {
    subject: (sum: string) => `We received your request for a refund: ${sum}`,
    lead: (sum: string, title: string) =>
      `You asked for a refund of your donation to "${title}". We will refund ${sum}.`,
    sums: (total: string, fee: string, sum: string) =>
      `The payment provider does not refund its fee: ${total} minus ${fee} is ${sum}.`,
    arrival: 'It should arrive in 3 to 10 working days.',
    delayed: `We send large refunds after ${formatDuration(terms.delayedRefund)}, so that we can check them. It should arrive 3 to 10 working days later.`,
  },
  link: {
    subject: 'Your link to request a refund',
    lead: (title: string) =>
      `Someone with the address of your receipt asked for a refund of your donation to "${title}". If it was you, continue with this link.`,
    view: 'Request a refund',
    caution: 'If it was not you, do nothing: without this link nothing is refunded.',
  },
  done: {
    subject: (sum: string) => `Your refund was made: ${sum}`,
    lead: (sum: string, title: string) =>
      `${sum} of your donation to "${title}" was refunded to the account or card that you paid with.`,
    toAccount: (sum: string, title: string) =>
      `${sum} of your donation to "${title}" was refunded to the bank account that you entered.`,
  },
  account: {
    subject: (sum: string) => `We need your bank account to refund ${sum}`,
    lead: (sum: string, title: string) =>
      `We could not refund ${sum} of your donation to "${title}" to the card or account that you paid with.`,
    refused: (sum: string, title: string) =>
      `We could not refund ${sum} of your donation to "${title}" to the bank account that you entered.`,
    how: `Tell us the bank account that should receive it. The link works for ${formatDuration(terms.refundLink)}.`,
    link: 'Enter your bank account',
    caution: 'We never ask for your card number, PIN or password.',
  },
  givenUp: {
    subject: (sum: string) => `We could not make your refund: ${sum}`,
    lead: (sum: string, title: string) =>
      `We could not refund ${sum} of your donation to "${title}". We are looking into it. Please contact our support team.`,
  },
  ownGivenUp: {
    subject: (sum: string) => `A refund that you requested was not made: ${sum}`,
    lead: (sum: string, title: string) =>
      `We could not refund ${sum} of a donation to "${title}". We are looking into it.`,
    reversed: (sum: string, title: string) =>
      `We did not refund ${sum} of a donation to "${title}", because the donation was refunded in another way.`,
  },
}
