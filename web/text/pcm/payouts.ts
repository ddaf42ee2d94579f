import type { Translation } from '#shared/translation.ts'

import type { payoutsText as english } from '../payouts.ts'
import { plural } from '../plural.ts'

export const payoutsText: Translation<typeof english> = {
  title: 'Donations and payouts',
  subtitle: (campaign: string) => `All the donations and payouts for ${campaign}`,
  back: 'Go back to the campaign',
  loading: 'Donations and payouts dey load',
  failed: 'We no fit load donations and payouts.',

  sums: {
    title: 'Summary',
    raised: 'Money wey don enter',
    calculation: 'How we take calculate your share',
    donated: 'Donated',
    refunded: 'Refunded',
    fees: 'Payment fees',
    platform: 'Ajo fee',
    other: 'Other money wey land',
    net: 'Your share',
    netHint: 'Wetin you go get after payment fee and Ajo fee.',
  },
  payouts: {
    title: 'Payout status',
    position: {
      due: 'Dem never pay am',
      held: 'Dem hold am',
      paidOut: 'Dem don pay am',
      owedBack: 'Wetin you owe Ajo',
    },
    owedBackHint:
      'Refunds don pass wetin your payouts fit cover. Until this money don complete, we go dey keep half of your share of every new donation. Transfers to your account number no dey inside.',
    hint: 'The payouts dey enter your bank account automatically, most times the next working day.',
    states: {
      waiting: 'Dem never pay am',
      'on-its-way': 'E dey come',
      'paid-out': 'Dem don pay am',
      failed: 'Payout fail',
    },
  },

  forAdmin: {
    sums: {
      calculation: 'How we take calculate the organiser share',
      net: 'Organiser share',
      netHint: 'Wetin the organiser go get after payment fee and Ajo fee.',
    },
    payouts: {
      title: 'Payout status',
      owedBackHint:
        'Refunds don pass wetin the payouts fit cover. Until this money don complete, Ajo go dey keep half of the organiser share of every new donation. Transfers to the account number no dey inside.',
      hint: 'The payouts dey enter the organiser bank account automatically, most times the next working day.',
    },
    donations: { net: 'Organiser share', noneHint: 'Donations go show here.' },
  },

  donations: {
    title: 'Donations',
    caption: 'Donations to this campaign, newest ones first',
    loading: 'Donations dey load',
    failed: 'We no fit load the donations.',
    none: 'No donation yet',
    noneHint: 'Share your campaign. Donations go show here.',
    export: 'Download CSV',
    donor: 'Donor',
    amount: 'Amount',
    net: 'Your share',
    status: 'Status',
    payout: 'Payout',
    date: 'Date',
    thank: 'Thank',
    actions: 'Wetin you fit do',
    thankDonor: (amount: string, date: string) => `Thank the donor wey give ${amount} on ${date}`,
    paidOutOn: (date: string) => `Dem pay am ${date}`,
  },

  thankYou: {
    open: 'Thank donors',
    titleOne: 'Thank this donor',
    titleMany: 'Thank donors',
    hint: 'We go email donors wey agree. You no go see who anonymous donors be. Each donor go get only one email for one week.',
    minimum: 'Minimum donation',
    message: 'Your message',
    send: 'Send thank-you',
    cancel: 'Cancel',
    sent: (count: number) =>
      plural(count, {
        one: 'We don send your thank-you to 1 donor.',
        other: (counted) => `We don send your thank-you to ${counted} donors.`,
      }),
  },

  cancel: {
    open: 'Cancel this campaign',
    hint: 'The campaign go close and we go refund every donation. You no fit undo am.',
    reason: 'Reason (we go send am to the organiser and the donors)',
    keep: 'Keep campaign',
    confirm: 'Cancel campaign and refund everybody',
    done: 'You don cancel the campaign. We dey refund all donations.',
  },

  cancellation: {
    title: 'Dem don cancel this campaign',
    text: 'We dey refund every donation. E dey take 3 to 10 working days.',
    label: 'Refunded',
    counts: ({ donations, refunded, inProgress }) =>
      `We don refund ${refunded} of ${donations} donations, ${inProgress} dey go on.`,
    pending: ({ waiting, failed }) => `${waiting} dey queue, ${failed} fail and we go try again.`,
    next: 'We go send the next ones on',
    attention: (count) => `${count} dey wait for the donor bank account. We don email them.`,
    givenUp: (count) => `We no fit refund ${count}. Our people dey look am.`,
  },
}
