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
}
