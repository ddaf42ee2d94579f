import type { Translation } from '#shared/translation.ts'

import type { campaignListText as english } from '../campaign-list.ts'
import { formatCount, plural } from '../plural.ts'

export const campaignListText: Translation<typeof english> = {
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
  found: (count: number, isExact: boolean) =>
    isExact
      ? plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` })
      : `E reach ${formatCount(count)} campaigns`,
  search: 'Find campaigns',
  words: 'Search campaigns',
  place: 'City or country',
  state: 'Show',
  anyState: 'All campaigns',
  states: {
    open: 'E still dey collect donations',
    funded: 'Money don complete',
    'ending-soon': 'E go end within 2 weeks',
  },
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
}
