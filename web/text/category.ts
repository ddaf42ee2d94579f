import type { Category, Cause } from '#shared/category.ts'

/** What a campaign of the category 'other' is for (readings N1). */
export const causeText: Record<Cause | 'none', string> = {
  charity: 'Charity',
  legal: 'Legal aid',
  none: 'Something else',
}

/** Display names of the categories. The API uses the names of specification §5. */
export const categoryText: Record<Category, string> = {
  Education: 'Education',
  Health: 'Health',
  'Emergency Assistance': 'Emergency Assistance',
  'Community Development': 'Community Development',
  Career: 'Career',
  other: 'other',
}
