import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { amountSentences } from './text/amount-sentences.ts'
import { findAmountProblem } from './amount-problem.ts'
import { formatNaira, formatNairaInText, kobo } from './money.ts'
import { parseNaira } from './parse-naira.ts'

describe('parsing naira', () => {
  it.each([
    ['5000', 500_000],
    ['1,250.5', 125_050],
    ['₦1,250.50', 125_050],
    [' 10 ', 1_000],
    ['0.07', 7],
    ['10,000,000,000.00', 1_000_000_000_000],
    ['N5,000', 500_000],
    ['NGN 5,000', 500_000],
    ['n 1,250.50', 125_050],
    ['5 000', 500_000],
    ['1\u00a0000\u00a0000', 100_000_000],
    ['\u202A5000\u202C', 500_000],
    ['5k', 500_000],
    ['₦5K', 500_000],
    ['1.5m', 150_000_000],
    ['2 million naira', 200_000_000],
    ['5 thousand', 500_000],
    ['5,000 naira', 500_000],
    ['5,000 Naira only.', 500_000],
    ['5000NGN', 500_000],
    ['5₦', 500],
    ['NGN 5 000', 500_000],
    ['=N=5,000', 500_000],
    ['#5,000', 500_000],
    ['5,000/-', 500_000],
    ['５，０００', 500_000],
    ['5,000/=', 500_000],
  ])('parses %s', (text, expected) => expect(parseNaira(text)).toBe(expected))

  it.each([
    '',
    '1.234',
    '12,34',
    '1,2345',
    '-5',
    '+5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '٣',
    '५',
    '1 00',
    '50 00',
    'N-5',
    'N',
    'NN5',
    '1.',
    '.5',
    '1..5',
    ',100',
    '100,',
    '$5',
    '5kk',
    '5 bags',
    '1,5k',
    '999999999999m',
    '5.000',
    '1,000,00',
    '1'.repeat(30),
  ])('returns undefined for %j', (text) => expect(parseNaira(text)).toBeUndefined())

  it('parses every amount that it formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (amount) => {
        expect(parseNaira(formatNaira(kobo(amount)))).toBe(amount)
      }),
    )
  })
})

describe('the problem of a text that is not an amount', () => {
  it.each([
    ['-5', amountSentences.negative],
    ['₦ −5,000', amountSentences.negative],
    ['ten', amountSentences.form],
    ['1.234,50', amountSentences.form],
    ['5.000', amountSentences.decimals],
    ['N5.000', amountSentences.decimals],
    ['N-5', amountSentences.negative],
    ['1,5k', amountSentences.form],
    ['999,999,999,999m', amountSentences.tooLarge],
    ['1,250.505', amountSentences.decimals],
    ['1,000,000,000,000', amountSentences.tooLarge],
    ['1250.50', undefined],
    ['', undefined],
  ])('is, for %j, %j', (text, problem) => expect(findAmountProblem(text)).toBe(problem))
})

describe('formatting naira', () => {
  it.each([
    [0, '₦0.00'],
    [7, '₦0.07'],
    [100, '₦1.00'],
    [123_450, '₦1,234.50'],
    [123_456_789, '₦1,234,567.89'],
    [-5_025, '-₦50.25'],
  ])('%i kobo as %s', (amount, text) => expect(formatNaira(kobo(amount))).toBe(text))

  it.each([
    [0, '₦0'],
    [7, '₦0.07'],
    [500_000, '₦5,000'],
    [123_450, '₦1,234.50'],
    [-500_000, '-₦5,000'],
  ])('writes %i kobo in a sentence as %s', (amount, text) =>
    expect(formatNairaInText(kobo(amount))).toBe(text),
  )

  it('refuses a number that is not a whole number of kobo', () => {
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => kobo(amount)).toThrow(RangeError)
  })
})
