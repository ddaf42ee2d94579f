import type { CampaignPayouts } from '#shared/payouts.ts'

export type DonationDay = CampaignPayouts['days'][number]
/** Consecutive days, and the donations of these days. */
export type Bucket = { from: string; donations: number; donated: number }

const dayMs = 86_400_000
const maxBuckets = 60

/** Groups days into at most 60 buckets, including days without donations. */
export function toBuckets(days: readonly DonationDay[]): Bucket[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const start = Date.parse(first.day)
  const dayCount = (Date.parse(last.day) - start) / dayMs + 1
  const daysPerBucket = Math.ceil(dayCount / maxBuckets)
  const buckets = Array.from(
    { length: Math.ceil(dayCount / daysPerBucket) },
    (_, index): Bucket => ({
      from: new Date(start + index * daysPerBucket * dayMs).toISOString().slice(0, 10),
      donations: 0,
      donated: 0,
    }),
  )
  for (const { day, donations, donated } of days) {
    const bucket = buckets[Math.floor((Date.parse(day) - start) / dayMs / daysPerBucket)]
    if (!bucket) continue
    bucket.donations += donations
    bucket.donated += donated
  }
  return buckets
}
