import fc from 'fast-check'

import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

const sources = ['webhook', 'return', 'check', 'sweep'] as const
const emails = ['ola@example.com', 'OLA@example.com', 'tunde@example.com']
const refundStatuses = ['pending', 'processing', 'needs-attention', 'processed', 'failed']
const disputeEnds = [null, 'merchant-accepted', 'auto-accepted', 'declined']

/** What is asked for is right; the rest must never be counted. */
export const wrongs: Record<string, (amount: number) => Partial<ProviderPayment>> = {
  'paid less': (amount) => ({ amount: kobo(amount - 1) }),
  'paid in dollars': () => ({ currency: 'USD' }),
  'paid to somebody else': () => ({ subAccountCode: 'ACCT_of_a_thief_001' }),
  'paid in another world': () => ({ mode: 'live' }),
}

const gift = fc.nat(3)
const share = fc.integer({ min: 1, max: 120 })
const broughtBy = fc.array(fc.constantFrom(...sources), { minLength: 1, maxLength: 8 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('pay' as const), gift, onTop: fc.nat(1) }),
  },
  fc.record({
    does: fc.constant('turn' as const),
    gift,
    status: fc.constantFrom('failed', 'abandoned', 'ongoing', 'reversed'),
  }),
  fc.record({
    does: fc.constant('cheat' as const),
    gift,
    how: fc.constantFrom(...Object.keys(wrongs)),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      gift,
      share,
      status: fc.constantFrom(...refundStatuses),
      /** Another one, or the last one moves on. */
      isNew: fc.boolean(),
    }),
  },
  fc.record({
    does: fc.constant('dispute' as const),
    gift,
    share,
    resolution: fc.constantFrom(...disputeEnds),
    isNew: fc.boolean(),
  }),
  // Told now, or only when it is no longer so.
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('tell' as const), gift, broughtBy, ago: fc.nat(2) }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

export const historyArbitrary = fc.record({
  gifts: fc.array(
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
