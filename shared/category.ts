/** The six categories of the specification's validation rule (readings C1). */
export const categories = [
  'Education',
  'Health',
  'Emergency Assistance',
  'Community Development',
  'Career',
  'other',
] as const
export type Category = (typeof categories)[number]

/** What a campaign of the category 'other' can be for (readings N1). Null in a campaign is something else. */
export const causes = ['charity', 'legal'] as const
export type Cause = (typeof causes)[number]
