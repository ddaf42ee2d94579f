import { expect, it } from 'vitest'

import { Refused } from '#server/http/context.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import type { ErrorCode } from '#shared/errors.ts'

const codes = Object.keys(errorSentences) as ErrorCode[]

/** Codes that say that the input was wrong: 400 is what they mean. Every other code has a status of its own. */
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

/** Codes of the catalogue that no server answers: a browser that is offline, and what readings P7 withholds. */
const neverAnswered: ErrorCode[] = ['offline', 'user-not-found', 'wrong-password']

it.each(codes)('%s has a sentence', (code) => {
  expect(errorSentences[code]).toMatch(/^[A-Z].{10,}[^\s]$/)
})

it('has a status of its own for every code but those of wrong input', () => {
  const answered = codes.filter((code) => !neverAnswered.includes(code))

  expect(answered.filter((code) => new Refused(code).status === 400).sort()).toEqual(
    badInput.toSorted(),
  )
})
