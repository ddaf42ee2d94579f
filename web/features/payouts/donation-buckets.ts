import type { CampaignMoney } from '#shared/campaign-money.ts'

export type GiftDay = CampaignMoney['days'][number]
/** Some days beside each other, and what was given in them. */
export type Bucket = { from: string; gifts: number; given: number }

const dayMs = 86_400_000
const mostBars = 60

/** Days without a gift stand there too, empty; where there are too many days for as many bars, a bar is several days. */
export function giftBuckets(days: readonly GiftDay[]): Bucket[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const start = Date.parse(first.day)
  const span = (Date.parse(last.day) - start) / dayMs + 1
  const daysEach = Math.ceil(span / mostBars)
  const buckets = Array.from({ length: Math.ceil(span / daysEach) }, (_, index): Bucket => ({
    from: new Date(start + index * daysEach * dayMs).toISOString().slice(0, 10),
    gifts: 0,
    given: 0,
  }))
  for (const { day, gifts, given } of days) {
    const bucket = buckets[Math.floor((Date.parse(day) - start) / dayMs / daysEach)]
    if (!bucket) continue
    bucket.gifts += gifts
    bucket.given += given
  }
  return buckets
}
