import { formatCount, plural } from './plural.ts'

/** The open screens of the dashboard, and what all its screens say (specification §2). */
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
      account: 'What your own campaigns have received.',
      platform: 'These are the figures of the whole platform.',
    },
    logIn: 'Log in to see your own.',
    donations: 'Total Donations',
    donors: 'Total Donors',
    campaigns: 'Total Campaigns',
    loadingFigures: 'Loading the figures',
    figuresFailed: 'The figures could not be loaded.',
    ongoing: 'On-going Campaigns',
    ongoingCount: (count: number) =>
      plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    loadingOngoing: 'Loading the campaigns',
    ongoingFailed: 'The campaigns could not be loaded.',
    all: 'See all campaigns',
  },

  campaigns: {
    title: 'Campaigns',
    create: 'Create Campaign',
    categories: 'Categories',
    list: 'Approved campaigns',
    all: 'All',
    loading: 'Loading the campaigns',
    none: 'No Campaigns Available',
    noneHint: 'Be the first to raise funds for something that matters.',
    noneInCategory: (category: string) => `There is no campaign in ${category} yet.`,
    noneFound: 'No campaign matches what you are looking for.',
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
    states: { funded: 'Fully funded', 'ending-soon': 'Ending within two weeks' },
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
    failed: 'The campaigns could not be loaded.',
  },

  create: {
    title: 'Create Campaign',
    subtitle: 'Tell your story in three steps. A reviewer reads it before it goes public.',
    loading: 'Loading your draft',
    failed: 'Your draft could not be loaded.',
  },

  campaign: {
    title: 'Campaign',
    loading: 'Loading the campaign',
    failed: 'The campaign could not be loaded.',
    delete: 'Delete Campaign',
    deleteTitle: 'Delete Campaign',
    deleteQuestion: 'The campaign and its pictures are gone for good. This cannot be undone.',
    deleteConfirm: 'Delete',
    cancel: 'Cancel',
    hints: {
      pending: 'A reviewer is looking at this campaign. Until then it is not public.',
      'information-requested': 'A reviewer waits for an answer. Until then it is not public.',
      rejected: 'A reviewer rejected this campaign:',
      ended: 'This campaign has ended. It takes no gifts any more.',
      cancelled: 'This campaign was cancelled. What people gave is sent back to them.',
    },
  },

  donate: {
    title: 'Donate',
    loading: 'Loading the campaign',
    failed: 'The campaign could not be loaded.',
  },

  notFound: {
    title: 'Something went wrong.',
    text: "Sorry, we can't find the page you're looking for.",
    home: 'Go home',
  },
}
