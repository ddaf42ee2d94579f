import { expect, it } from 'vitest'

import { formatDay, formatMoment, formatShortMoment } from './day.ts'

// Chromium has no formats for Pidgin but Node.js does. Both must render a date the same way.
it('formats dates as Nigerian English in Pidgin', () => {
  expect(formatDay('2027-03-12')).toBe('12\u00a0March 2027')
  expect(formatMoment('2027-03-12T13:05:00Z')).toBe('12 March 2027 at 14:05')
  expect(formatShortMoment('2027-03-12T13:05:00Z')).toBe('12 Mar 2027, 14:05')
})
