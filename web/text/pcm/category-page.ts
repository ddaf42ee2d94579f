import type { Translation } from '#shared/translation.ts'

import type { categoryPageText as english } from '../category-page.ts'

export const categoryPageText: Translation<typeof english> = {
  home: 'Home',
  all: { heading: 'See campaigns', lead: 'Find person, project or place wey you wan support.' },
  feed: (heading: string) => `${heading}: the newest for Ajo`,
  noneOfCause: (name: string) =>
    `No campaign dey ${name} yet. Na all the campaigns for the category Other be these.`,
  pagesLabel: 'Pages',
  next: 'Next page',
  first: 'Go back to the first page',
  list: 'Campaigns',
  description: 'You fit donate with card, bank transfer or USSD, without account.',
  chooseCategory: 'All categories',
  category: 'Category',
  results: (count: string, words: string) => `${count} for “${words}”`,
  searchAll: 'Search all categories',
  noneFoundHint: 'Check the spelling, use small words, or comot the place and the other filters.',
  start: 'Start campaign',
  pages: {
    education: {
      name: 'Education',
      heading: 'Education campaigns',
      lead: 'School fees, books, classroom and training.',
    },
    health: {
      name: 'Health',
      heading: 'Health and hospital campaigns',
      lead: 'Treatment, operation, medicine and clinic.',
    },
    'emergency-assistance': {
      name: 'Emergency',
      heading: 'Emergency and disaster campaigns',
      lead: 'Help after flood, fire, accident and other wahala.',
    },
    'community-development': {
      name: 'Community',
      heading: 'Community campaigns',
      lead: 'Water, road, market and other things wey neighbours dey share.',
    },
    career: {
      name: 'Career',
      heading: 'Career campaigns',
      lead: 'Tools, training and how to start work.',
    },
    charity: {
      name: 'Charity',
      heading: 'Charity campaigns',
      lead: 'Help for people wey need am, and for people wey dey care for them.',
    },
    legal: {
      name: 'Legal aid',
      heading: 'Legal aid campaigns',
      lead: 'Lawyer, court fees and advice for people wey no fit pay.',
    },
    other: {
      name: 'Other',
      heading: 'Other campaigns',
      lead: 'Campaigns wey no enter any other category.',
    },
  },
}
