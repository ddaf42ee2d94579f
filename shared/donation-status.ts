/** The statuses of readings M5. An unknown status is shown unchanged. */
export const donationStatuses = [
  'success',
  'failed',
  'abandoned',
  'pending',
  'processing',
  'reversed',
  'refunded',
  'partially refunded',
  'disputed',
] as const
export type DonationStatus = (typeof donationStatuses)[number]
