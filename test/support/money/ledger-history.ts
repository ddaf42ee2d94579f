import fc from 'fast-check'

import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

const sources = ['webhook', 'return', 'check', 'sweep'] as const
const emails = ['ola@example.com', 'OLA@example.com', 'tunde@example.com']
const refundStatuses = ['pending', 'processing', 'needs-attention', 'processed', 'failed']
const resolutions = [null, 'merchant-accepted', 'auto-accepted', 'declined']

/** Successful payments that do not match their donation and must never be counted. */
export const mismatches: Record<string, (amount: number) => Partial<ProviderPayment>> = {
  'lower amount': (amount) => ({ amount: kobo(amount - 1) }),
  'other currency': () => ({ currency: 'USD' }),
  'other sub-account': () => ({ subAccountCode: 'ACCT_of_a_thief_001' }),
  'other mode': () => ({ mode: 'live' }),
}

const donation = fc.nat(3)
const percent = fc.integer({ min: 1, max: 120 })
const reportedBy = fc.array(fc.constantFrom(...sources), { minLength: 1, maxLength: 8 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('pay' as const),
      donation,
      feesOnTop: fc.nat(1),
    }),
  },
  fc.record({
    action: fc.constant('set-status' as const),
    donation,
    status: fc.constantFrom('failed', 'abandoned', 'ongoing', 'reversed'),
  }),
  fc.record({
    action: fc.constant('pay-mismatched' as const),
    donation,
    mismatch: fc.constantFrom(...Object.keys(mismatches)),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('refund' as const),
      donation,
      percent,
      status: fc.constantFrom(...refundStatuses),
      /** Adds a refund instead of updating the last one. */
      isNew: fc.boolean(),
    }),
  },
  fc.record({
    action: fc.constant('dispute' as const),
    donation,
    percent,
    resolution: fc.constantFrom(...resolutions),
    isNew: fc.boolean(),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('report' as const),
      donation,
      reportedBy,
      /** The number of newer states of the payment: above 0 the report is outdated. */
      age: fc.nat(2),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

export const historyArbitrary = fc.record({
  donations: fc.array(
    fc.record({
      email: fc.constantFrom(...emails),
      amount: fc.integer({ min: 5_000, max: 1_000_000_000 }),
      campaign: fc.nat(1),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  steps: fc.array(step, { maxLength: 14 }),
})
export type History = typeof historyArbitrary extends fc.Arbitrary<infer Value> ? Value : never
