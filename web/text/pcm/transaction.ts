import { failed } from '#shared/pcm/messages.ts'
import type { Translation } from '#shared/translation.ts'

import type { transactionText as english } from '../transaction.ts'

export const transactionText: Translation<typeof english> = {
  title: 'Transactions',
  subtitle: 'Follow the money wey people give your campaigns!',
  givenSubtitle: 'Follow the money wey you give!',
  tabs: { received: 'Wetin enter', given: 'Wetin you give' },
  caption: {
    received: 'Money wey people give your campaigns, the new ones first',
    given: 'Money wey you give, the new ones first',
  },
  export: 'Download am as CSV',
  contributor: 'Who give',
  amount: 'How much',
  status: 'How e dey',
  campaign: 'Campaign',
  date: 'Date',
  statuses: {
    success: 'e don enter',
    failed: 'e no work',
    abandoned: 'e no finish',
    pending: 'e dey wait',
    processing: 'we dey work on am',
    reversed: 'e don go back',
    refunded: 'we don refund am',
    'partially refunded': 'we don refund part',
    disputed: 'e get dispute',
  },
  none: 'No transaction dey',
  noneHint: {
    received: 'Share your campaign, and the first donation go show here.',
    given: 'Find one campaign to support, and your donation go show here.',
  },
  noneAction: { received: 'Go your campaigns', given: 'Find campaign' },
  failed: failed.transactions,
  loading: 'The transactions dey load',

  outcome: {
    label: 'Your payment',
    confirming: 'We dey confirm your payment…',
    confirmingHint: 'E go take small time. You fit comot for this page; nothing go lost.',
    slow: 'The people wey dey handle payment never tell us. We dey ask dem; you go see the result for the list below.',
    success: (amount: string, title: string) =>
      `Thank you! Your ${amount} for “${title}” don reach.`,
    failed: (amount: string, title: string) =>
      `Your payment of ${amount} for “${title}” no work. We no take any money.`,
    abandoned: (amount: string, title: string) =>
      `Your payment of ${amount} for “${title}” no complete.`,
    other: (amount: string, title: string, status: string) =>
      `Your payment of ${amount} for “${title}”: ${status}.`,
    again: 'Try again',
    unknown: 'We no fit check your payment. E dey safe, and e go show for the list below.',
    missing: 'We no know any payment of yours wey get the number for this address.',
    retry: 'Check again',
    receipt: 'See the receipt',
  },
}
