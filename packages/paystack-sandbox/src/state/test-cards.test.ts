import { expect, it } from 'vitest'

import { spacedNumber, testCards } from './test-cards.ts'

it('has the ten published cards, each with a valid check digit', () => {
  expect(testCards.map(({ number }) => spacedNumber(number))).toEqual([
    '4084 0840 8408 4081',
    '5078 5078 5078 5078 12',
    '5060 6666 6666 6666 666',
    '5078 5078 5078 5078 04',
    '5192 6027 2058 4796',
    '4084 0800 0000 5408',
    '5078 5078 5078 5078 53',
    '4084 0800 0067 0037',
    '4084 0800 0067 1803',
    '4084 0800 0067 1902',
  ])
  expect(testCards.map(({ number }) => luhn(number))).toEqual(Array(10).fill(0))
})

function luhn(number: string): number {
  const digits = number.split('').toReversed().map(Number)
  const doubled = digits.map((digit, index) =>
    index % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit,
  )
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10
}
