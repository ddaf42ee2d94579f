import { lagosDay } from '#shared/day.ts'
import type { DonationPayout } from '#shared/donation.ts'

import { formatDay } from './day.ts'
import { donationProgressText as text } from '../text/donation-progress.ts'

/** When, and to which account, as far as the provider tells. */
export function describePaidOut({ at, last4 }: DonationPayout): string {
  if (at === null) return text.paidOut
  const day = formatDay(lagosDay(new Date(at)))
  return last4 === null ? text.paidOutOn({ date: day }) : text.paidOutTo({ date: day, last4 })
}
