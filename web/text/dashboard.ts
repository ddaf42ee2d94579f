/** The dashboard's public screens, and labels that all its screens share (specification §2). */
export const dashboardText = {
  pageTitle: (title: string) => `${title} · Ajo`,
  retry: 'Retry',
  next: 'Next page',
  first: 'Back to the first page',
  pages: 'Pages',
  statuses: {
    approved: 'Approved',
    pending: 'Pending',
    rejected: 'Rejected',
    'information-requested': 'Information requested',
    ended: 'Ended',
    cancelled: 'Cancelled',
    'taken-down': 'Taken down',
  },

  create: {
    title: 'Create Campaign',
    subtitle: 'Tell your story in three steps. We review every campaign before it goes live.',
    loading: 'Loading your draft',
    failed: 'We couldn’t load your draft.',
  },

  campaign: {
    title: 'Campaign',
    loading: 'Loading the campaign',
    failed: 'We couldn’t load the campaign.',
    delete: 'Delete Campaign',
    deleteTitle: 'Delete Campaign',
    deleteQuestion:
      'The campaign and its photos are removed from Ajo. If it was reported, a sealed copy is kept for complaints and claims. You can’t undo this.',
    deleteConfirm: 'Delete',
    cancel: 'Cancel',
    hints: {
      pending: 'This campaign is being reviewed. It goes live once it is approved.',
      'information-requested': 'We need more information before this campaign can go live.',
      rejected: 'This campaign was not approved:',
      ended: 'This campaign has ended and no longer accepts donations.',
      cancelled: 'This campaign was cancelled. All donations are being refunded.',
      'taken-down': 'This campaign was taken down. Only its organiser and our team can read it.',
    },
  },

  donate: {
    title: 'Donate',
    loading: 'Loading the campaign',
    failed: 'We couldn’t load the campaign.',
  },

  notFound: {
    title: 'Something went wrong.',
    text: "Sorry, we can't find the page you're looking for.",
    home: 'Go home',
  },
}
