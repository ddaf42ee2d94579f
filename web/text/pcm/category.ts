import type { categoryText as english } from '../category.ts'

export const categoryText: typeof english = {
  Education: 'Education',
  Health: 'Health',
  'Emergency Assistance': 'Emergency',
  'Community Development': 'Community',
  Career: 'Career',
  other: 'other',
}
