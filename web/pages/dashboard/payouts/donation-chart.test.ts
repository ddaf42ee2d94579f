import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import { toBuckets } from './donation-chart.tsx'

const day = (text: string, amount: number) => ({ day: text, donations: 1, donated: kobo(amount) })

it('has a bucket for every day between the first and the last donation', () => {
  expect(toBuckets([day('2026-02-27', 100), day('2026-03-02', 50)])).toEqual([
    { from: '2026-02-27', donations: 1, donated: 100 },
    { from: '2026-02-28', donations: 0, donated: 0 },
    { from: '2026-03-01', donations: 0, donated: 0 },
    { from: '2026-03-02', donations: 1, donated: 50 },
  ])
  expect(toBuckets([])).toEqual([])
})

it('groups a year into at most 60 buckets with the same total', () => {
  const buckets = toBuckets([day('2026-01-01', 7), day('2026-06-15', 5), day('2026-12-31', 3)])
  expect(buckets.length).toBeLessThanOrEqual(60)
  expect(buckets.reduce((sum, { donated }) => sum + donated, 0)).toBe(15)
  expect([buckets[0]?.donated, buckets.at(-1)?.donated]).toEqual([7, 3])
})
