import { failed } from '#shared/pcm/toasts.ts'
import type { Translation } from '#shared/translation.ts'

import type { transactionText as english } from '../transaction.ts'

export const transactionText: Translation<typeof english> = {
  title: 'Transactions',
  subtitle: 'Follow the money wey people donate to your campaigns!',
  givenSubtitle: 'Follow the donations wey you make!',
  tabs: { received: 'Received', given: 'Given' },
  caption: {
    received: 'Donations to your campaigns, newest ones first',
    given: 'Donations wey you make, newest ones first',
  },
  export: 'Download CSV',
  statement: 'Yearly statement',
  contributor: 'Contributor',
  amount: 'Amount',
  status: 'Status',
  campaign: 'Campaign',
  date: 'Date',
  statuses: {
    success: 'e don enter',
    failed: 'e fail',
    abandoned: 'e no finish',
    pending: 'e dey wait',
    processing: 'we dey work on am',
    reversed: 'dem don reverse am',
    refunded: 'we don refund am',
    'partially refunded': 'we don refund part',
    disputed: 'e get dispute',
  },
  none: 'No transaction dey',
  noneHint: {
    received: 'Share your campaign. Donations go show here.',
    given: 'Find campaign to support. Your donations go show here.',
  },
  noneAction: { received: 'Go to your campaigns', given: 'Find campaign' },
  failed: failed.transactions,
  loading: 'Transactions dey load',

  outcome: {
    label: 'Your payment',
    confirming: 'We dey confirm your payment…',
    confirmingHint: 'E go take small time. You fit leave this page; your donation dey safe.',
    slow: 'We still dey wait for the payment people. We go keep checking and update the list below.',
    success: (amount: string, title: string) =>
      `Thank you! Your ${amount} donation to ${title} don enter.`,
    failed: (amount: string, title: string) =>
      `Your ${amount} donation to ${title} fail. We no collect any money.`,
    abandoned: (amount: string, title: string) =>
      `You no finish the payment of your ${amount} donation to ${title}.`,
    other: (amount: string, title: string, status: string) =>
      `Your ${amount} donation to ${title}: ${status}.`,
    again: 'Try again',
    unknown:
      'We no fit check your payment. Your donation dey safe, and e go show for the list below.',
    missing: 'We no see this payment.',
    retry: 'Check again',
    receipt: 'See receipt',
  },
}
