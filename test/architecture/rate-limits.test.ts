import { expect, it } from 'vitest'

import { loginSchema, signUpSchema } from '#shared/account.ts'
import { genders } from '#shared/gender.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { categories } from '#shared/category.ts'
import { platformCharge, platformPercentage } from '#shared/fees.ts'
import { imageMaxBytes, imageTypes } from '#shared/image.ts'

it('has the constants of specification §9', () => {
  expect({ imageMaxBytes, imageTypes, genders, platformPercentage, platformCharge }).toEqual({
    imageMaxBytes: 5_000_000,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
    genders: ['Male', 'Female', 'Other'],
    platformPercentage: 30,
    platformCharge: 100,
  })
})

it('has the six categories and three states of specification §3 and §5, and four states of readings', () => {
  expect(categories).toEqual([
    'Education',
    'Health',
    'Emergency Assistance',
    'Community Development',
    'Career',
    'other',
  ])
  const ofReadings = ['information-requested', 'ended', 'cancelled', 'taken-down']
  expect(campaignStatuses).toEqual(['pending', 'approved', 'rejected', ...ofReadings])
})

it('takes a password of eight characters and none of seven (specification §9)', () => {
  const login = (password: string) => loginSchema.safeParse({ email: 'a@b.ng', password }).success
  const person = { firstname: 'A', lastname: 'B', email: 'a@b.ng', gender: 'Other', terms: true }
  const signUp = (password: string) =>
    signUpSchema.safeParse({ ...person, password, confirmPassword: password }).success
  expect([login('12345678'), login('1234567')]).toEqual([true, false])
  expect([signUp('12345678'), signUp('1234567')]).toEqual([true, false])
})
