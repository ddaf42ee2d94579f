import { plural } from './plural.ts'

/** The organiser's page of donations and payouts. */
export const payoutsText = {
  title: 'Donations and payouts',
  subtitle: (campaign: string) => `Donations and payouts for ${campaign}`,
  back: 'Back to the campaign',
  loading: 'Loading donations and payouts',
  failed: 'We couldn’t load donations and payouts.',

  sums: {
    title: 'Summary',
    raised: 'Raised',
    calculation: 'How your share is calculated',
    donated: 'Donated',
    refunded: 'Refunded',
    fees: 'Payment fees',
    platform: 'Ajo fee',
    other: 'Other receipts',
    net: 'Your share',
    netHint: 'What you receive after payment and Ajo fees.',
  },
  payouts: {
    title: 'Payout status',
    position: {
      due: 'Not paid out yet',
      held: 'On hold',
      paidOut: 'Paid out',
      owedBack: 'Owed to Ajo',
    },
    owedBackHint:
      'Refunds cost more than your payouts covered. Until this amount is paid, we keep half of your share of each new donation. Transfers to your account number are not part of it.',
    hint: 'Payouts are sent to your bank account automatically, usually the next working day.',
    states: {
      waiting: 'Not paid out yet',
      'on-its-way': 'On its way',
      'paid-out': 'Paid out',
      failed: 'Payout failed',
    },
  },

  /** Shown to admins instead of the organiser's wording. */
  forAdmin: {
    sums: {
      calculation: 'How the organiser’s share is calculated',
      net: 'Organiser’s share',
      netHint: 'What the organiser receives after payment and Ajo fees.',
    },
    payouts: {
      title: 'Payout status',
      owedBackHint:
        'Refunds cost more than the payouts covered. Until this amount is paid, Ajo keeps half of the organiser’s share of each new donation. Transfers to the account number are not part of it.',
      hint: 'Payouts are sent to the organiser’s bank account automatically, usually the next working day.',
    },
    donations: { net: 'Organiser’s share', noneHint: 'Donations will appear here.' },
  },

  donations: {
    title: 'Donations',
    caption: 'Donations to this campaign, newest first',
    loading: 'Loading donations',
    failed: 'We couldn’t load the donations.',
    none: 'No donations yet',
    noneHint: 'Share your campaign. Donations will appear here.',
    export: 'Download CSV',
    donor: 'Donor',
    amount: 'Amount',
    net: 'Your share',
    status: 'Status',
    payout: 'Payout',
    date: 'Date',
    thank: 'Thank',
    actions: 'Actions',
    thankDonor: (amount: string, date: string) => `Thank the donor of ${amount} on ${date}`,
    paidOutOn: (date: string) => `Paid out ${date}`,
  },

  thankYou: {
    open: 'Thank donors',
    titleOne: 'Thank this donor',
    titleMany: 'Thank donors',
    hint: 'We’ll email donors who opted in. Anonymous donors stay anonymous. Each donor gets at most one email a week.',
    minimum: 'Minimum donation',
    message: 'Your message',
    send: 'Send thank-you',
    cancel: 'Cancel',
    sent: (count: number) =>
      plural(count, {
        one: 'Thank-you sent to 1 donor.',
        other: (counted) => `Thank-you sent to ${counted} donors.`,
      }),
  },

  cancel: {
    open: 'Cancel this campaign',
    hint: 'The campaign will close and every donation will be refunded. You can’t undo this.',
    reason: 'Reason (sent to the organiser and donors)',
    keep: 'Keep campaign',
    confirm: 'Cancel campaign and refund everyone',
    done: 'Campaign cancelled. All donations are being refunded.',
  },

  cancellation: {
    title: 'This campaign was cancelled',
    text: 'Every donation is being refunded. Refunds take 3 to 10 working days.',
    label: 'Refunded',
    counts: ({
      donations,
      refunded,
      inProgress,
    }: {
      donations: string
      refunded: string
      inProgress: string
    }) => `${refunded} of ${donations} donations refunded, ${inProgress} in progress.`,
    pending: ({ waiting, failed }: { waiting: string; failed: string }) =>
      `${waiting} queued, ${failed} failed and will be retried.`,
    next: 'The next ones are sent on',
    attention: (count: string) => `${count} wait for the donor’s bank account. We’ve emailed them.`,
    givenUp: (count: string) => `${count} could not be refunded. Our team is looking into it.`,
  },
}
