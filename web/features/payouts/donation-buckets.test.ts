import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import { giftBuckets } from './donation-buckets.ts'

const day = (text: string, given: number) => ({ day: text, gifts: 1, given: kobo(given) })

it('leaves no day out between the first gift and the last', () => {
  expect(giftBuckets([day('2026-02-27', 100), day('2026-03-02', 50)])).toEqual([
    { from: '2026-02-27', gifts: 1, given: 100 },
    { from: '2026-02-28', gifts: 0, given: 0 },
    { from: '2026-03-01', gifts: 0, given: 0 },
    { from: '2026-03-02', gifts: 1, given: 50 },
  ])
  expect(giftBuckets([])).toEqual([])
})

it('draws a year in at most sixty bars, and loses no kobo', () => {
  const buckets = giftBuckets([day('2026-01-01', 7), day('2026-06-15', 5), day('2026-12-31', 3)])
  expect(buckets.length).toBeLessThanOrEqual(60)
  expect(buckets.reduce((sum, { given }) => sum + given, 0)).toBe(15)
  expect([buckets[0]?.given, buckets.at(-1)?.given]).toEqual([7, 3])
})
