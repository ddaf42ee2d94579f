import { formatCount, plural } from './plural.ts'

/** Lists of approved campaigns, in the dashboard (specification §2) and on public pages (readings N4). */
export const campaignListText = {
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
  found: (count: number, isExact: boolean) =>
    isExact
      ? plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` })
      : `At least ${formatCount(count)} campaigns`,
  search: 'Find campaigns',
  words: 'Search campaigns',
  place: 'City or country',
  state: 'Show',
  anyState: 'All campaigns',
  states: {
    open: 'Open for donations',
    funded: 'Fully funded',
    'ending-soon': 'Ending within 2 weeks',
  },
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
}
