import type { Translation } from '#shared/translation.ts'

import type { dashboardText as english } from '../dashboard.ts'
import { formatCount, plural } from '../plural.ts'

export const dashboardText: Translation<typeof english> = {
  pageTitle: (title: string) => `${title} · Ajo`,
  retry: 'Try again',
  next: 'Next page',
  first: 'Go back to first page',
  pages: 'Pages',
  statuses: {
    approved: 'Approved',
    pending: 'Pending',
    rejected: 'Rejected',
    'information-requested': 'We ask question',
    ended: 'E don end',
    cancelled: 'Dem don cancel am',
  },

  overview: {
    title: 'Dashboard',
    subtitle: 'See how your account dey!',
    scope: { account: 'Your account', platform: 'The whole Ajo' },
    scopeHint: {
      account: 'Total for your campaigns.',
      platform: 'Total for the whole Ajo.',
    },
    logIn: 'Log in make you see your own.',
    donations: 'Total Donations',
    donors: 'Total Donors',
    campaigns: 'Total Campaigns',
    loadingFigures: 'The totals dey load',
    figuresFailed: 'We no fit load the totals.',
    ongoing: 'Campaigns Wey Dey Go On',
    ongoingCount: (count: number) =>
      plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    loadingOngoing: 'The campaigns dey load',
    ongoingFailed: 'We no fit load the campaigns.',
    all: 'See all campaigns',
  },

  campaigns: {
    title: 'Campaigns',
    create: 'Create Campaign',
    categories: 'Categories',
    list: 'Approved campaigns',
    all: 'All',
    loading: 'The campaigns dey load',
    none: 'No campaign dey yet',
    noneHint: 'Be the first person to raise money for something wey matter.',
    noneInCategory: (category: string) => `No campaign dey ${category} yet.`,
    noneFound: 'No campaign match wetin you dey find.',
    showAll: 'Show all campaigns',
    found: (count: number, most: number) =>
      count > most
        ? `E pass ${formatCount(most)} campaigns`
        : plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    search: 'Find campaigns',
    words: 'Search campaigns',
    place: 'City or country',
    state: 'Show',
    anyState: 'All campaigns',
    states: { funded: 'Money don complete', 'ending-soon': 'E go end within 2 weeks' },
    sort: 'Sort by',
    sorts: {
      newest: 'Newest',
      ending: 'E go soon end',
      'most-funded': 'The ones wey get money pass',
      'nearly-there': 'E remain small',
      trending: 'Trending',
    },
    filters: 'Filters',
    apply: 'Search',
    failed: 'We no fit load the campaigns.',
  },

  create: {
    title: 'Create Campaign',
    subtitle: 'Tell your story for three steps. We dey review every campaign before e go live.',
    loading: 'Your draft dey load',
    failed: 'We no fit load your draft.',
  },

  campaign: {
    title: 'Campaign',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
    delete: 'Delete Campaign',
    deleteTitle: 'Delete Campaign',
    deleteQuestion: 'We go delete the campaign and the photos for ever. You no fit undo am.',
    deleteConfirm: 'Delete',
    cancel: 'Cancel',
    hints: {
      pending: 'We dey review this campaign. E go live once we approve am.',
      'information-requested': 'We need more information before this campaign fit go live.',
      rejected: 'We no approve this campaign:',
      ended: 'This campaign don end. E no dey collect donations again.',
      cancelled: 'Dem don cancel this campaign. We dey refund all donations.',
    },
  },

  donate: {
    title: 'Donate',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
  },

  notFound: {
    title: 'Something no go well.',
    text: 'Sorry, we no see the page wey you dey find.',
    home: 'Go home',
  },
}
