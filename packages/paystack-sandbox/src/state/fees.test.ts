import { describe, expect, it } from 'vitest'

import { calculateFee, calculateSplit } from './fees.ts'

describe('the card fee', () => {
  it.each([
    [5_000, 75],
    [249_999, 3_750],
    [250_000, 13_750],
    [500_000, 17_500],
    [12_666_667, 200_000],
    [45_875_000, 200_000],
  ])('of %i kobo is %i kobo', (amount, fee) => {
    expect(calculateFee(amount)).toBe(fee)
  })
})

describe('the split', () => {
  it('charges the fee to the main account if its share is large enough', () => {
    expect(
      calculateSplit({
        amount: 45_875_000,
        fee: 200_000,
        charge: 875_000,
        percentage: 2,
        bearer: 'account',
      }),
    ).toEqual({ paystack: 200_000, integration: 675_000, subaccount: 45_000_000 })
  })

  it('charges the fee to the sub-account if the main account’s share is smaller', () => {
    expect(
      calculateSplit({
        amount: 20_000,
        fee: 300,
        charge: null,
        percentage: 0.2,
        bearer: 'account',
      }),
    ).toEqual({ paystack: 300, integration: 40, subaccount: 19_660 })
  })

  it('splits ₦5,000 into ₦1 for the platform and ₦4,824 for the owner', () => {
    const terms = { amount: 500_000, fee: 17_500, charge: 100, percentage: 30 }
    const split = { paystack: 17_500, integration: 100, subaccount: 482_400 }
    expect(calculateSplit({ ...terms, bearer: 'subaccount' })).toEqual(split)
    expect(calculateSplit({ ...terms, bearer: 'account' })).toEqual(split)
  })

  it('uses the percentage without a fixed charge', () => {
    expect(
      calculateSplit({
        amount: 500_000,
        fee: 17_500,
        charge: null,
        percentage: 30,
        bearer: 'subaccount',
      }),
    ).toEqual({ paystack: 17_500, integration: 150_000, subaccount: 332_500 })
  })
})
