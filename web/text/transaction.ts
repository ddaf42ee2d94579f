import { failed } from '#shared/messages.ts'

/** The Transactions screen (specification §2, §4; readings M5, M6). */
export const transactionText = {
  title: 'Transactions',
  subtitle: 'Keep track of donations made on your campaigns!',
  givenSubtitle: 'Keep track of the donations you made!',
  tabs: { received: 'Received', given: 'Given' },
  caption: {
    received: 'Donations to your campaigns, newest first',
    given: 'Donations you made, newest first',
  },
  export: 'Download as CSV',
  contributor: 'Contributor',
  amount: 'Amount',
  status: 'Status',
  campaign: 'Campaign',
  date: 'Date',
  statuses: {
    success: 'success',
    failed: 'failed',
    abandoned: 'abandoned',
    pending: 'pending',
    processing: 'processing',
    reversed: 'reversed',
    refunded: 'refunded',
    'partially refunded': 'partially refunded',
    disputed: 'disputed',
  },
  none: 'No active transactions',
  noneHint: {
    received: 'Share your campaign, and the first donation will show up here.',
    given: 'Find a campaign to support, and your donation will show up here.',
  },
  noneAction: { received: 'Go to your campaigns', given: 'Find a campaign' },
  failed: failed.transactions,
  loading: 'Loading the transactions',

  outcome: {
    label: 'Your payment',
    confirming: 'Confirming your payment…',
    confirmingHint: 'This takes a moment. You can leave this page; nothing gets lost.',
    slow: 'The payment provider has not told us yet. We keep asking; you will find the result in the list below.',
    success: (amount: string, title: string) =>
      `Thank you! Your ${amount} for “${title}” has arrived.`,
    failed: (amount: string, title: string) =>
      `Your payment of ${amount} for “${title}” failed. Nothing was taken.`,
    abandoned: (amount: string, title: string) =>
      `Your payment of ${amount} for “${title}” was not completed.`,
    other: (amount: string, title: string, status: string) =>
      `Your payment of ${amount} for “${title}” is ${status}.`,
    again: 'Try again',
    unknown: 'We could not check your payment. It is safe, and it will show up in the list below.',
    missing: 'We know no payment of yours by the number in this address.',
    retry: 'Check again',
    receipt: 'See the receipt',
  },
}
