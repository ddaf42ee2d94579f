import { describe, expect, it } from 'vitest'

import { accountAge } from './profile.tsx'

const now = new Date('2026-10-04T12:00:00Z')

describe('the age of an account', () => {
  it.each([
    ['2026-10-04T11:00:00Z', '1 day'],
    ['2026-10-02T11:00:00Z', '2 days'],
    ['2026-09-04T11:00:00Z', '1 month'],
    ['2026-05-01T11:00:00Z', '5 months'],
    ['2025-10-04T11:00:00Z', '1 year'],
    ['2023-01-01T11:00:00Z', '3 years'],
  ])('created at %s is %s', (createdAt, age) => {
    expect(accountAge(createdAt, now)).toBe(age)
  })

  it('is undefined without a valid date', () => {
    expect(accountAge(null, now)).toBeUndefined()
    expect(accountAge('long ago', now)).toBeUndefined()
  })
})
