import type { Translation } from '#shared/translation.ts'

import type { payoutStopText as english } from '../payout-stop.ts'

export const payoutStopText: Translation<typeof english> = {
  title: 'Payouts dey on hold',
  intro: 'Donations still dey come. We go pay dem out when no reason dey below again.',
  reasons: {
    freeze: 'One reviewer don pause this campaign. The email about am talk why.',
    payee: 'We never confirm who go receive the money.',
    'bank-account': 'The bank account don change. The waiting dey give you time to object.',
    'waiting-days': 'New campaign dey wait some days before the first payout.',
    reviewer: 'One reviewer dey check the campaign before payouts continue.',
    cancelled: 'Dem don cancel the campaign. We dey refund the donations.',
    exposure:
      'The refunds and disputes for this campaign pass our limit. We go hold the payouts until dem pay for am.',
  },
  since: (moment) => `Since ${moment}`,
  until: (moment) => `reach ${moment}`,
  open: 'reach when dem release am',

  queue: {
    title: 'Payouts wey dey on hold',
    intro:
      'Campaigns wey their payouts dey wait for reviewer. The person wey approve, restore or cancel the campaign no fit release dem.',
    held: (amount) => `${amount} never pay out`,
    see: 'See campaign',
    loading: 'We dey load payouts wey dey on hold',
    failed: 'We no fit load payouts wey dey on hold.',
    notYours: 'Another reviewer or admin must release this one.',
    release: {
      payee: 'Confirm who go receive',
      reviewer: 'Release the payouts',
      cancelled: 'Pay wetin remain',
      exposure: 'Pay am like that',
    },
    releaseTitle: 'Release payouts for this campaign',
    reason: 'Reason',
    reasonHint: 'Wetin you check. Other reviewers go read am for the history of the hold.',
    released: (title) => `You don release am for ${title}.`,
    back: 'Go back',
  },
}
