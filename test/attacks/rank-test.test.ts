import { expect, it } from 'vitest'

import { rankTest } from './rank-test.ts'

it('gives the p-value of the published example', () => {
  // Mann and Whitney's tortoise and hare: U = 11 of 36, z = -1.12.
  const tortoises = [1, 7, 8, 9, 10, 11]
  const hares = [2, 3, 4, 5, 6, 12]
  expect(rankTest(tortoises, hares).p).toBeCloseTo(0.262, 2)
})

it('distinguishes disjoint samples but not interleaved ones', () => {
  const counted = Array.from({ length: 12 }, (_, index) => index)
  const later = counted.map((value) => value + 100)
  expect(rankTest(counted, later)).toMatchObject({ gapMs: -100 })
  expect(rankTest(counted, later).p).toBeLessThan(0.0001)
  const between = counted.map((value) => value + 0.5)
  expect(rankTest(counted, between).p).toBeGreaterThan(0.5)
})
