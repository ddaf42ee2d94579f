import { expect, it } from 'vitest'

import { calculateSplit } from './fees.ts'

const main = { bearer: 'account', charge: null } as const
const sub = { bearer: 'subaccount', charge: null } as const

it.each([
  [
    'charges the fee to the main account if its share is large enough',
    { ...main, amount: 45_875_000, fee: 200_000, charge: 875_000, percentage: 2 },
    { paystack: 200_000, integration: 675_000, subaccount: 45_000_000 },
  ],
  [
    'charges the fee to the sub-account if the main account’s share is smaller',
    { ...main, amount: 20_000, fee: 300, percentage: 0.2 },
    { paystack: 300, integration: 40, subaccount: 19_660 },
  ],
  [
    'uses the percentage without a fixed charge',
    { ...sub, amount: 500_000, fee: 17_500, percentage: 30 },
    { paystack: 17_500, integration: 150_000, subaccount: 332_500 },
  ],
  [
    'gives the sub-account nothing, and not less, of a payment below the fixed charge',
    { ...main, amount: 20_000, fee: 300, charge: 200_100, percentage: 0 },
    { paystack: 300, integration: 19_700, subaccount: 0 },
  ],
])('%s', (_what, terms, split) => {
  expect(calculateSplit(terms)).toEqual(split)
})
