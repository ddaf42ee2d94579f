import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import { csvLine, csvNaira } from './csv.ts'

it.each([
  ['plain words', 'plain words'],
  ['a,b', '"a,b"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+234', "'+234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("http://evil","x")', '"\'=HYPERLINK(""http://evil"",""x"")"'],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['Ọláyínká', 'Ọláyínká'],
  ['', ''],
])('writes %j as %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

it('writes amounts with two decimals and no separators', () => {
  const amounts = [0, 5, 50, 123_456_789_01, -175_00].map((amount) => csvNaira(kobo(amount)))
  expect(csvLine(amounts)).toBe('0.00,0.05,0.50,123456789.01,-175.00\r\n')
})
