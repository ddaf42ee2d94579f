/** disabled and stale have a session that is no longer valid. */
export const roles = [
  'anonymous',
  'disabled',
  'stale',
  'unverified',
  'verified',
  'donor',
  'owner',
  'otherOwner',
  // Of the owner's campaigns.
  'editor',
  'treasurer',
  'reviewer',
  'reviewerWhoOwns',
  'reviewerWhoApproved',
  'reviewerWhoDonated',
  'reviewerWhoReported',
  'admin',
] as const
export type Role = (typeof roles)[number]
