import { describe, expect, it } from 'vitest'

import { feeOf, splitOf } from './fees.ts'

describe('the card fee', () => {
  it.each([
    [5_000, 75],
    [249_999, 3_750],
    [250_000, 13_750],
    [500_000, 17_500],
    [12_666_667, 200_000],
    [45_875_000, 200_000],
  ])('of %i kobo is %i kobo', (amount, fee) => {
    expect(feeOf(amount)).toBe(fee)
  })
})

describe('the split', () => {
  it('takes the fee from the main account when its share can carry it', () => {
    expect(
      splitOf({
        amount: 45_875_000,
        fee: 200_000,
        charge: 875_000,
        percentage: 2,
        bearer: 'account',
      }),
    ).toEqual({ paystack: 200_000, integration: 675_000, subaccount: 45_000_000 })
  })

  it('takes the fee from the sub-account when the main account has too little', () => {
    expect(
      splitOf({ amount: 20_000, fee: 300, charge: null, percentage: 0.2, bearer: 'account' }),
    ).toEqual({ paystack: 300, integration: 40, subaccount: 19_660 })
  })

  it('leaves the platform ₦1 and the owner ₦4,824 of ₦5,000', () => {
    const terms = { amount: 500_000, fee: 17_500, charge: 100, percentage: 30 }
    const split = { paystack: 17_500, integration: 100, subaccount: 482_400 }
    expect(splitOf({ ...terms, bearer: 'subaccount' })).toEqual(split)
    expect(splitOf({ ...terms, bearer: 'account' })).toEqual(split)
  })

  it('follows the percentage when no charge is given', () => {
    expect(
      splitOf({
        amount: 500_000,
        fee: 17_500,
        charge: null,
        percentage: 30,
        bearer: 'subaccount',
      }),
    ).toEqual({ paystack: 17_500, integration: 150_000, subaccount: 332_500 })
  })
})
