import { failed } from '#shared/toasts.ts'

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
  export: 'Download CSV',
  statement: 'Yearly statement',
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
    received: 'Share your campaign. Donations will appear here.',
    given: 'Find a campaign to support. Your donations will appear here.',
  },
  noneAction: { received: 'Go to your campaigns', given: 'Find a campaign' },
  failed: failed.transactions,
  loading: 'Loading transactions',

  outcome: {
    label: 'Your payment',
    confirming: 'Confirming your payment…',
    confirmingHint: 'This takes a moment. You can leave this page; your donation is safe.',
    slow: 'Still waiting for the payment provider. We’ll keep checking and update the list below.',
    success: (amount: string, title: string) =>
      `Thank you! Your ${amount} donation to ${title} went through.`,
    failed: (amount: string, title: string) =>
      `Your ${amount} donation to ${title} failed. You have not been charged.`,
    abandoned: (amount: string, title: string) =>
      `You didn’t finish paying your ${amount} donation to ${title}.`,
    other: (amount: string, title: string, status: string) =>
      `Your ${amount} donation to ${title} is ${status}.`,
    again: 'Try again',
    unknown:
      'We couldn’t check your payment. Your donation is safe and will appear in the list below.',
    missing: 'We couldn’t find this payment.',
    retry: 'Check again',
    receipt: 'View receipt',
  },
}
