/** The lists of a person's campaigns, in their order. */
export const profileTabs = ['all', 'approved', 'pending', 'rejected'] as const
export type ProfileTab = (typeof profileTabs)[number]
