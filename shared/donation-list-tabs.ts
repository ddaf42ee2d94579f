export const donationListTabs = ['received', 'given'] as const
