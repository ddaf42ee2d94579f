import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import { toNairaWords } from './naira-words.ts'

it.each([
  [50, 'Zero naira, fifty kobo only'],
  [100_00, 'One hundred naira only'],
  [1_005_00, 'One thousand and five naira only'],
  [1_234_50, 'One thousand, two hundred and thirty-four naira, fifty kobo only'],
  [20_019_99, 'Twenty thousand and nineteen naira, ninety-nine kobo only'],
  [10_500_100_00, 'Ten million, five hundred thousand, one hundred naira only'],
])('writes %i kobo as "%s"', (amount, words) => {
  expect(toNairaWords(kobo(amount))).toBe(words)
})
