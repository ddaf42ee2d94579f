import { expect, it } from 'vitest'

import { matchNames } from './name-match.ts'

it.each([
  ['EZE NGOZI', 'Ngozi Eze', 'same'],
  ['EZE NGOZI CHIOMA', 'Ngozi Eze', 'same'],
  ['ADEYEMI, YETUNDE O.', 'Yẹ́túndé Adéyẹmí', 'same'],
  ['N EZE', 'Ngozi Eze', 'same'],
  ['MUHAMMED BELLO', 'Muhammad Bello', 'same'],
  ['EZE BLESSING', 'Ngozi Eze', 'partly'],
  ['MUSA ABDULLAHI', 'Ngozi Eze', 'different'],
  ['HOPE FOR ALL FOUNDATION', 'Ngozi Eze', 'different'],
  ['ADA OBI', 'Ida Obi', 'partly'],
  [null, 'Ngozi Eze', 'unknown'],
  ['EZE NGOZI', ' ', 'unknown'],
] as const)('compares %s with %s: %s', (bank, owner, match) => {
  expect(matchNames(bank, owner)).toBe(match)
})
