import type { Translation } from '#shared/translation.ts'

import type { payoutText as english } from '../en/payout.ts'

export const payoutText: Translation<typeof english> = {
  subject: (title) => `Dem don pay your donation out: ${title}`,
  lead: (sum, title) =>
    `Your donation of ${sum} to "${title}" don reach the organiser, after dem remove the fees.`,
  on: (day) => `Dem pay am out on ${day}.`,
  account: (last4) => `E enter the bank account wey end with ${last4}.`,
  source: 'Na the payment people report this payout. Na only you we tell about your donation.',
  view: 'See your donation',
  held: {
    subject: (title) => `We hold the payouts: ${title}`,
    lead: (title) =>
      `The refunds and disputes for "${title}" pass our limit. We go hold the payouts until dem pay for am.`,
    next: 'Donations still dey enter. We go pay dem out when nothing dey hold am again.',
    view: 'See payouts',
  },
}
