import type { CategorySlug } from '#shared/category-page.ts'

/** The public list of all campaigns and that of each category (readings N4). */
export const categoryPageText = {
  home: 'Home',
  all: { heading: 'Browse campaigns', lead: 'Find a person, a project or a place to support.' },
  feed: (heading: string) => `${heading}: newest on Ajo`,
  noneOfCause: (name: string) =>
    `No campaigns in ${name} yet. These are all campaigns in the category Other.`,
  pagesLabel: 'Pages',
  next: 'Next page',
  first: 'Back to the first page',
  list: 'Campaigns',
  description: 'Donate by card, bank transfer or USSD, without an account.',
  chooseCategory: 'All categories',
  category: 'Category',
  results: (count: string, words: string) => `${count} for “${words}”`,
  searchAll: 'Search all categories',
  noneFoundHint:
    'Check the spelling, use fewer words, or leave out the place and the other filters.',
  start: 'Start a campaign',
  pages: {
    education: {
      name: 'Education',
      heading: 'Education campaigns',
      lead: 'School fees, books, classrooms and training.',
    },
    health: {
      name: 'Health',
      heading: 'Health and medical campaigns',
      lead: 'Treatment, surgery, medicine and clinics.',
    },
    'emergency-assistance': {
      name: 'Emergency Assistance',
      heading: 'Emergency and disaster campaigns',
      lead: 'Help after floods, fires, accidents and other emergencies.',
    },
    'community-development': {
      name: 'Community Development',
      heading: 'Community campaigns',
      lead: 'Water, roads, markets and other things that neighbours share.',
    },
    career: {
      name: 'Career',
      heading: 'Career campaigns',
      lead: 'Tools, training and the first steps into work.',
    },
    charity: {
      name: 'Charity',
      heading: 'Charity campaigns',
      lead: 'Help for people in need, and for those who care for them.',
    },
    legal: {
      name: 'Legal aid',
      heading: 'Legal aid campaigns',
      lead: 'Lawyers, court fees and advice for people who cannot pay for them.',
    },
    other: {
      name: 'Other',
      heading: 'Other campaigns',
      lead: 'Campaigns that fit no other category.',
    },
  } satisfies Record<CategorySlug, { name: string; heading: string; lead: string }>,
}
