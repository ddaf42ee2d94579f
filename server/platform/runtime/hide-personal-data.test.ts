import { expect, it } from 'vitest'

import { hidePersonalData } from './log.ts'

const code = 'a1'.repeat(20)

it.each([
  ['no user ngozi@example.com here', 'no user [address] here'],
  ['call +234 803 123 4567 now', 'call [number] now'],
  ['account 0123456789 not found', 'account [number] not found'],
  [`GET https://ajo.example/donations/${code} failed`, 'GET [link] failed'],
  [`unknown code ${code}`, 'unknown code [code]'],
  [`key sk_live_${code}`, 'key [key]'],
  ['timeout after 15000 ms', 'timeout after 15000 ms'],
  [
    'campaign 11111111-2222-4333-8444-555555555555 is gone',
    'campaign 11111111-2222-4333-8444-555555555555 is gone',
  ],
])('turns %j into %j', (message, expected) => {
  expect(hidePersonalData(message)).toBe(expected)
})
