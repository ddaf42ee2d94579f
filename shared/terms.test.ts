import { expect, it } from 'vitest'

import { terms, toTermMs, toTermStart } from './terms.ts'

it('counts days, hours and minutes from the event', () => {
  expect(toTermMs(terms.ledgerCheck)).toBe(90 * 86_400_000)
  expect(toTermMs(terms.verificationCode)).toBe(86_400_000)
  expect(toTermMs(terms.passwordCode)).toBe(1_800_000)
  const now = new Date('2026-11-23T10:00:00Z')
  expect(toTermStart(terms.mail, now)).toEqual(new Date('2026-10-24T10:00:00Z'))
})

it.each([
  ['2032-12-31T22:59:59Z', '2025-12-31T23:00:00Z'],
  ['2032-12-31T23:00:00Z', '2026-12-31T23:00:00Z'],
])('counts years from the end of the calendar year in Lagos: %s', (now, start) => {
  expect(toTermStart(terms.moneyRecords, new Date(now))).toEqual(new Date(start))
})
