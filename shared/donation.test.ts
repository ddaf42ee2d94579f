import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { amountSentences } from './text/amount-sentences.ts'
import { donationFormSchema } from './donation.ts'
import { donationMax, donationMin, quoteFees } from './fees.ts'
import { invalid } from './text/invalid.ts'
import { kobo } from './money.ts'

function readMessages(input: unknown): string[] {
  const result = z.safeParse(donationFormSchema, input)
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

describe('the donation form (specification §5)', () => {
  it('parses the amount and the address, with defaults for the optional fields', () => {
    expect(z.parse(donationFormSchema, { amount: '5,000', email: 'Bola@example.org' })).toEqual({
      amount: 500_000,
      email: 'bola@example.org',
      name: '',
      message: '',
      anonymous: false,
      updates: false,
      shareEmail: false,
    })
  })

  it.each([
    [{ amount: '', email: 'b@example.org' }, invalid.amount],
    [{ amount: 'ten', email: 'b@example.org' }, amountSentences.form],
    [{ amount: '-500', email: 'b@example.org' }, amountSentences.negative],
    [{ amount: '49.99', email: 'b@example.org' }, invalid.amountRange],
    [{ amount: '10,000,000.01', email: 'b@example.org' }, invalid.amountRange],
    [{ amount: '50', email: '' }, invalid.donorEmailRequired],
    [{ amount: '50', email: 'b@' }, invalid.donorEmail],
  ])('%j', (donation, message) => expect(readMessages(donation)).toEqual([message]))

  it('accepts amounts at the limits', () => {
    for (const amount of ['50', '10,000,000'])
      expect(readMessages({ amount, email: 'b@example.org' })).toEqual([])
  })
})

describe('the estimated fees (provider facts, section 4)', () => {
  it.each([
    [5_000, 75],
    [249_999, 3_750],
    [250_000, 13_750],
    [500_000, 17_500],
    [12_666_667, 200_000],
    [45_875_000, 200_000],
  ])('are estimated for %i kobo as %i', (amount, fee) =>
    expect(quoteFees(kobo(amount)).fee).toBe(fee),
  )

  it('add up to the amount, with a positive share for the owner', () => {
    fc.assert(
      fc.property(fc.integer({ min: donationMin, max: donationMax }), (amount) => {
        const { fee, platform, owner } = quoteFees(kobo(amount))
        expect(fee + platform + owner).toBe(amount)
        expect(owner).toBeGreaterThan(0)
      }),
    )
  })
})
