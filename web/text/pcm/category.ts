import type { categoryText as english, causeText as englishCauses } from '../category.ts'

export const causeText: typeof englishCauses = {
  charity: 'Charity',
  legal: 'Legal aid',
  none: 'Another thing',
}

export const categoryText: typeof english = {
  Education: 'Education',
  Health: 'Health',
  'Emergency Assistance': 'Emergency',
  'Community Development': 'Community',
  Career: 'Career',
  other: 'other',
}
