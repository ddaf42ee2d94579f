import type { Category } from '#shared/campaign.ts'

/** How the categories are called; their names on the wire stay as specification §5 has them. */
export const categoryText: Record<Category, string> = {
  Education: 'Education',
  Health: 'Health',
  'Emergency Assistance': 'Emergency Assistance',
  'Community Development': 'Community Development',
  Career: 'Career',
  other: 'other',
}
