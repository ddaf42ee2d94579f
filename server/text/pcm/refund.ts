import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { refundText as english } from '../en/refund.ts'

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
  held: {
    subject: (sum) => `${sum} don land and we dey check am`,
    lead: (arrived, asked, title) =>
      `You start donation of ${asked} to "${title}". ${arrived} don land, but the payment no match.`,
    until: (day) =>
      `Before ${day} we go decide whether e count as your donation or we refund am. You no need do anything.`,
  },
  byDonor: {
    subject: (sum) => `One donor request refund: ${sum}`,
    lead: (sum, title) =>
      `One donor wey donate to "${title}" request ${sum} refund within ${formatDuration(terms.donorRefund)}. Your total go reduce when dem don make am.`,
    view: 'See donations and payouts',
  },
  asked: {
    subject: (sum) => `We don see your refund request: ${sum}`,
    lead: (sum, title) =>
      `You ask make we refund your donation to "${title}". We go refund ${sum}.`,
    sums: (total, fee, sum) =>
      `The payment people no dey return their fee: ${total} minus ${fee} na ${sum}.`,
    arrival: 'E go reach you within 3 to 10 working days.',
    delayed: `We dey check big refund first. We go send your own after ${formatDuration(terms.delayedRefund)}. E go reach you 3 to 10 working days after.`,
  },
  link: {
    subject: 'Your link to ask for refund',
    lead: (title: string) =>
      `Person wey get the address of your receipt ask for refund of your donation to "${title}". If na you, continue with this link.`,
    view: 'Ask for refund',
    caution: 'If no be you, no do anything: without this link we no go refund anything.',
  },
  done: {
    subject: (sum) => `We don do your refund: ${sum}`,
    lead: (sum, title) =>
      `We don refund ${sum} from your donation to "${title}" enter the account or card wey you take pay.`,
    toAccount: (sum, title) =>
      `We don refund ${sum} from your donation to "${title}" enter the bank account wey you give us.`,
  },
  account: {
    subject: (sum) => `We need your bank account so that we fit refund ${sum}`,
    lead: (sum, title) =>
      `We no fit refund ${sum} from your donation to "${title}" enter the card or account wey you take pay.`,
    refused: (sum, title) =>
      `We no fit refund ${sum} from your donation to "${title}" enter the bank account wey you give us.`,
    how: `Tell us the bank account wey the money go enter. The link go work for ${formatDuration(terms.refundLink)}.`,
    link: 'Put your bank account',
    caution: 'We no dey ever ask for your card number, PIN or password.',
  },
  givenUp: {
    subject: (sum) => `We no fit do your refund: ${sum}`,
    lead: (sum, title) =>
      `We no fit refund ${sum} from your donation to "${title}". We dey look am. Abeg contact our support.`,
  },
  ownGivenUp: {
    subject: (sum) => `The refund wey you request no work: ${sum}`,
    lead: (sum, title) =>
      `We no fit refund ${sum} from one donation to "${title}". We dey look am.`,
    reversed: (sum, title) =>
      `We no refund ${sum} from one donation to "${title}", because the money don go back another way.`,
  },
}
