import { formatCount, plural } from './plural.ts'

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
  },

  overview: {
    title: 'Dashboard',
    subtitle: 'Get an overview of your account!',
    scope: { account: 'Your account', platform: 'All of Ajo' },
    scopeHint: {
      account: 'Totals for your campaigns.',
      platform: 'Totals across all of Ajo.',
    },
    logIn: 'Log in to see your own.',
    donations: 'Total Donations',
    donors: 'Total Donors',
    campaigns: 'Total Campaigns',
    loadingFigures: 'Loading totals',
    figuresFailed: 'We couldn’t load the totals.',
    ongoing: 'On-going Campaigns',
    ongoingCount: (count: number) =>
      plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    loadingOngoing: 'Loading campaigns',
    ongoingFailed: 'We couldn’t load the campaigns.',
    all: 'See all campaigns',
  },

  campaigns: {
    title: 'Campaigns',
    create: 'Create Campaign',
    categories: 'Categories',
    list: 'Approved campaigns',
    all: 'All',
    loading: 'Loading campaigns',
    none: 'No Campaigns Available',
    noneHint: 'Be the first to raise funds for something that matters.',
    noneInCategory: (category: string) => `No campaigns in ${category} yet.`,
    noneFound: 'No campaigns match your search.',
    showAll: 'Show all campaigns',
    found: (count: number, most: number) =>
      count > most
        ? `More than ${formatCount(most)} campaigns`
        : plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    search: 'Find campaigns',
    words: 'Search campaigns',
    place: 'City or country',
    state: 'Show',
    anyState: 'All campaigns',
    states: { funded: 'Fully funded', 'ending-soon': 'Ending within 2 weeks' },
    sort: 'Sort by',
    sorts: {
      newest: 'Newest',
      ending: 'Ending soon',
      'most-funded': 'Most funded',
      'nearly-there': 'Nearly there',
      trending: 'Trending',
    },
    filters: 'Filters',
    apply: 'Search',
    failed: 'We couldn’t load the campaigns.',
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
    deleteQuestion: 'The campaign and its photos will be permanently deleted. You can’t undo this.',
    deleteConfirm: 'Delete',
    cancel: 'Cancel',
    hints: {
      pending: 'This campaign is being reviewed. It goes live once it is approved.',
      'information-requested': 'We need more information before this campaign can go live.',
      rejected: 'This campaign was not approved:',
      ended: 'This campaign has ended and no longer accepts donations.',
      cancelled: 'This campaign was cancelled. All donations are being refunded.',
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
