import { expect, it } from 'vitest'

import { formatCount, plural } from './plural.ts'

const donors = (count: number) =>
  plural(count, { one: '1 donor', other: (counted) => `${counted} donors` })

it('picks the singular or plural form and adds thousands separators', () => {
  expect([0, 1, 2, 1_234].map(donors)).toEqual(['0 donors', '1 donor', '2 donors', '1,234 donors'])
  expect(formatCount(1_234_567)).toBe('1,234,567')
})
