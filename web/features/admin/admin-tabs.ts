/** The admin pages, in their order. */
export const adminTabs = [
  'overview',
  'webhooks',
  'ledger-checks',
  'differences',
  'exposure',
  'quarantine',
  'refunds',
  'emails',
  'jobs',
  'audit-log',
  'access-log',
] as const
export type AdminTab = (typeof adminTabs)[number]
