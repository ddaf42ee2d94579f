import { expect, it } from 'vitest'

import { maskEmail } from './failed-work.ts'

it.each([
  ['ada@example.com', 'a•••@example.com'],
  ['ọlá@example.com', 'ọ•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['@', '•••'],
  ['', '•••'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
