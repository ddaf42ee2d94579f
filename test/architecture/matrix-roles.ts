/** Everybody who may stand at the door. Disabled and stale: who holds a session that no longer counts. */
export const roles = [
  'anonymous',
  'disabled',
  'stale',
  'unverified',
  'verified',
  'donor',
  'owner',
  'otherOwner',
  'reviewer',
  'reviewerWhoOwns',
  'admin',
] as const
export type Role = (typeof roles)[number]
