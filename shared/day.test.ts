import { describe, expect, it } from 'vitest'

import { daysLeft, lagosDay, nextWorkingDay } from './day.ts'

describe('daysLeft (specification §2, campaign cards)', () => {
  it.each([
    ['a full day before', '2026-12-02', '2026-12-01T00:00:00+01:00', 1],
    ['a second before the end date begins', '2026-12-02', '2026-12-01T23:59:59+01:00', 1],
    ['as the end date begins', '2026-12-02', '2026-12-02T00:00:00+01:00', 0],
    ['the day after', '2026-12-02', '2026-12-03T12:00:00+01:00', -1],
    ['over a leap day', '2028-03-01', '2028-02-28T00:00:00+01:00', 2],
  ])('counts %s', (_name, endDate, now, days) =>
    expect(daysLeft(endDate, new Date(now))).toBe(days),
  )

  it('returns null without an end date', () => expect(daysLeft(null)).toBeNull())
})

it.each([
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
])('returns the next working day after %s', (day, next) => expect(nextWorkingDay(day)).toBe(next))

it('returns the calendar day in Lagos, not in UTC', () => {
  expect(lagosDay(new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-22')
})
