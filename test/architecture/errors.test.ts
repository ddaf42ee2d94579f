import { expect, it } from 'vitest'

import { Refused } from '#server/platform/http/context.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import type { ErrorCode } from '#shared/errors.ts'

const codes = Object.keys(errorSentences) as ErrorCode[]

/** Codes for invalid input, which have status 400. Every other code sets its own status. */
const badInput: ErrorCode[] = [
  'invalid-body',
  'invalid-input',
  'invalid-email',
  'weak-password',
  'expired-action-code',
  'invalid-action-code',
  'two-factor-code-wrong',
  'sub-account-refused',
  'payment-refused',
]

/** Codes that the server never sends: an offline browser, a page from before an update, and what readings P7 withholds. */
const neverSent: ErrorCode[] = ['offline', 'outdated', 'user-not-found', 'wrong-password']

it.each(codes)('%s has a message', (code) => {
  expect(errorSentences[code]).toMatch(/^[A-Z].{10,}[^\s]$/)
})

it('uses status 400 only for invalid input', () => {
  const sent = codes.filter((code) => !neverSent.includes(code))

  expect(sent.filter((code) => new Refused(code).status === 400).sort()).toEqual(
    badInput.toSorted(),
  )
})
