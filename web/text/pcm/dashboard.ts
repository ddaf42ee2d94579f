import type { Translation } from '#shared/translation.ts'

import type { dashboardText as english } from '../dashboard.ts'
import { formatCount, plural } from '../plural.ts'

export const dashboardText: Translation<typeof english> = {
  pageTitle: (title: string) => `${title} · Ajo`,
  retry: 'Try again',
  next: 'Next page',
  first: 'Go back to the first page',
  pages: 'Pages',
  statuses: {
    approved: 'We don approve am',
    pending: 'E dey wait',
    rejected: 'We no approve am',
    'information-requested': 'We ask question',
    ended: 'E don end',
    cancelled: 'We cancel am',
  },

  overview: {
    title: 'Dashboard',
    subtitle: 'See how your account dey!',
    scope: { account: 'Your account', platform: 'The whole Ajo' },
    scopeHint: {
      account: 'Wetin your own campaigns don collect.',
      platform: 'Na the figures of the whole platform be this.',
    },
    logIn: 'Log in make you see your own.',
    donations: 'All the Money Wey Enter',
    donors: 'All the People Wey Give',
    campaigns: 'All the Campaigns',
    loadingFigures: 'The figures dey load',
    figuresFailed: 'We no fit load the figures.',
    ongoing: 'Campaigns Wey Dey Go On',
    ongoingCount: (count: number) =>
      plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    loadingOngoing: 'The campaigns dey load',
    ongoingFailed: 'We no fit load the campaigns.',
    all: 'See all the campaigns',
  },

  campaigns: {
    title: 'Campaigns',
    create: 'Start Campaign',
    categories: 'Categories',
    list: 'Campaigns wey we don approve',
    all: 'All',
    loading: 'The campaigns dey load',
    none: 'No Campaign Dey',
    noneHint: 'Be the first person wey go raise money for something wey matter.',
    noneInCategory: (category: string) => `No campaign dey for ${category} yet.`,
    noneFound: 'No campaign match wetin you dey find.',
    showAll: 'Show all the campaigns',
    found: (count: number, most: number) =>
      count > most
        ? `E pass ${formatCount(most)} campaigns`
        : plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
    search: 'Look for campaigns',
    words: 'Find campaigns',
    place: 'City or country',
    state: 'Show',
    anyState: 'All the campaigns',
    states: { funded: 'Money don complete', 'ending-soon': 'E go end before two weeks' },
    sort: 'Arrange by',
    sorts: {
      newest: 'The new ones first',
      ending: 'The ones wey go soon end',
      'most-funded': 'The ones wey money enter pass',
      'nearly-there': 'The ones wey remain small',
      trending: 'The ones wey people dey give pass now',
    },
    filters: 'Filters',
    apply: 'Find',
    failed: 'We no fit load the campaigns.',
  },

  create: {
    title: 'Start Campaign',
    subtitle:
      'Tell your story for three steps. One reviewer go read am before everybody fit see am.',
    loading: 'Your draft dey load',
    failed: 'We no fit load your draft.',
  },

  campaign: {
    title: 'Campaign',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
    delete: 'Delete Campaign',
    deleteTitle: 'Delete Campaign',
    deleteQuestion:
      'The campaign and the pictures go comot for ever. You no fit bring am back again.',
    deleteConfirm: 'Delete',
    cancel: 'No, leave am',
    hints: {
      pending: 'One reviewer dey look this campaign. Before e finish, other people no fit see am.',
      'information-requested':
        'One reviewer dey wait for answer. Before then, other people no fit see this campaign.',
      rejected: 'One reviewer no approve this campaign:',
      ended: 'This campaign don end. E no dey collect gifts again.',
      cancelled: 'We cancel this campaign. Wetin people give dey go back to dem.',
    },
  },

  donate: {
    title: 'Give',
    loading: 'The campaign dey load',
    failed: 'We no fit load the campaign.',
  },

  notFound: {
    title: 'Something no go well.',
    text: 'Sorry, we no see the page wey you dey find.',
    home: 'Go home',
  },
}
