import type { categoryText as english } from '../category.ts'

export const categoryText: typeof english = {
  Education: 'School matter',
  Health: 'Health matter',
  'Emergency Assistance': 'Emergency help',
  'Community Development': 'Make community better',
  Career: 'Work matter',
  other: 'another thing',
}
