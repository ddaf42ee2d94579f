import { expect, it } from 'vitest'

import type { ReviewChecks } from './review.ts'
import { findWarnings } from './review-warnings.ts'

const clean: ReviewChecks = {
  emailVerified: false,
  twoFactor: false,
  accountAgeDays: 0,
  bankAccountName: 'OBI ADA',
  bankAccountMatch: 'same',
  impersonation: [],
  similarNames: [],
  accountOwners: 0,
  rejections: [],
  similarImages: [],
  similarTexts: [],
}
const other = { id: 'c1', slug: 'a-well', title: 'A well', isSameOwner: false }
const rejection = { campaignId: 'c1', title: 'A well', ground: 'other', at: '', because: 'owner' }

it('has no warning about the account of the organiser', () => {
  expect(findWarnings(clean)).toEqual([])
})

it.each<[string, Partial<ReviewChecks>]>([
  ['bank-name', { bankAccountMatch: 'partly' }],
  ['bank-name', { bankAccountMatch: 'different' }],
  ['bank-name', { bankAccountMatch: 'unknown' }],
  ['impersonation', { impersonation: [{ kind: 'institution', field: 'title', found: 'school' }] }],
  ['similar-name', { similarNames: [{ campaignId: 'c1', kind: 'organiser', name: 'Ada Obi' }] }],
  ['shared-account', { accountOwners: 1 }],
  ['earlier-rejection', { rejections: [rejection as ReviewChecks['rejections'][number]] }],
  ['similar-picture', { similarImages: [other] }],
  ['similar-text', { similarTexts: [{ ...other, percent: 64 }] }],
])('warns of %s for %j', (warning, change) => {
  expect(findWarnings({ ...clean, ...change })).toEqual([warning])
})
