/** 'first': what matters most, then what waits longest. */
export const staffListOrders = ['first', 'newest', 'oldest'] as const
export type StaffListOrder = (typeof staffListOrders)[number]

/** Longer lists are not counted to their end. */
export const maxListed = 10_000

/** So many items are changed by one request. */
export const maxBulk = 50
