import type { Category } from '#shared/campaign.ts'

/** Display names of the categories. The API uses the names of specification §5. */
export const categoryText: Record<Category, string> = {
  Education: 'Education',
  Health: 'Health',
  'Emergency Assistance': 'Emergency Assistance',
  'Community Development': 'Community Development',
  Career: 'Career',
  other: 'other',
}
