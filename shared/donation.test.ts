import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { donationSchema } from './donation.ts'
import { donationMax, donationMin, quoteFees } from './fees.ts'
import { invalid } from './messages.ts'
import { kobo } from './money.ts'

function messagesOf(input: unknown): string[] {
  const result = z.safeParse(donationSchema, input)
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

describe('a donation (specification §5)', () => {
  it('is an amount in kobo and an address, the rest is a donor’s choice', () => {
    expect(z.parse(donationSchema, { amount: '5,000', email: 'Bola@example.org' })).toEqual({
      amount: 500_000,
      email: 'bola@example.org',
      name: '',
      message: '',
      anonymous: false,
      updates: false,
    })
  })

  it.each([
    [{ amount: '', email: 'b@example.org' }, invalid.amount],
    [{ amount: 'ten', email: 'b@example.org' }, invalid.amount],
    [{ amount: '49.99', email: 'b@example.org' }, invalid.amountRange],
    [{ amount: '10,000,000.01', email: 'b@example.org' }, invalid.amountRange],
    [{ amount: '50', email: '' }, invalid.donorEmailRequired],
    [{ amount: '50', email: 'b@' }, invalid.donorEmail],
  ])('%j', (donation, message) => expect(messagesOf(donation)).toEqual([message]))
})

describe('the fees told to a donor (provider facts, section 4)', () => {
  it.each([
    [5_000, 75],
    [249_999, 3_750],
    [250_000, 13_750],
    [500_000, 17_500],
    [12_666_667, 200_000],
    [45_875_000, 200_000],
  ])('of %i kobo are %i', (amount, fee) => expect(quoteFees(kobo(amount)).fee).toBe(fee))

  it('leave nothing unaccounted for, and something for the owner', () => {
    fc.assert(
      fc.property(fc.integer({ min: donationMin, max: donationMax }), (amount) => {
        const { fee, platform, owner } = quoteFees(kobo(amount))
        expect(fee + platform + owner).toBe(amount)
        expect(owner).toBeGreaterThan(0)
      }),
    )
  })
})
