import fc from 'fast-check'

const donation = fc.nat(4)
const percent = fc.integer({ min: 1, max: 100 })
const refundEnd = fc.constantFrom(
  'by-card',
  'by-card',
  'failed',
  'failed-after-processed',
  'needs-attention',
)
const account = fc.constantFrom(0, 1, 'main' as const)

/** What happens at the provider, and what of it is reported to the ledger meanwhile. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: fc.constant('pay' as const), donation }) },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('refund' as const), donation, percent }),
  },
  /** Refunds advance by one status each time. */
  { weight: 3, arbitrary: fc.record({ action: fc.constant('advance' as const), refundEnd }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('dispute' as const),
      donation,
      percent,
      category: fc.constantFrom('chargeback', 'fraud'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constantFrom('accept' as const, 'decline' as const, 'reopen' as const),
      donation,
      percent,
    }),
  },
  fc.record({
    action: fc.constant('correct-fee' as const),
    donation,
    by: fc.integer({ min: -5_000, max: 50_000 }),
  }),
  { weight: 3, arbitrary: fc.record({ action: fc.constant('settle' as const), account }) },
  fc.record({
    action: fc.constantFrom('freeze' as const, 'lift' as const),
    campaign: fc.nat(2),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('report' as const),
      what: fc.subarray(['payments', 'reversals', 'deductions', 'settlements'] as const, {
        minLength: 1,
      }),
    }),
  },
)
export type MoneyStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const debtor = fc.constantFrom('main', 'subaccount', 'proportional', 'sub-until-settled')

/** `debtor` fixes who is debited for refunds; everything else that is undocumented is drawn. */
export const moneyHistory = fc.record({
  disputeDebits: debtor,
  behaviour: fc.record({
    partialRefundStatus: fc.constantFrom('success', 'reversed', 'reversal-pending'),
    debtShown: fc.constantFrom('zero', 'negative'),
    deductionsShape: fc.constantFrom('number', 'null', 'text', 'object', 'list'),
    feesSplit: fc.constantFrom('object', 'text'),
    areFeesLate: fc.boolean(),
    isFraudFeeCredited: fc.boolean(),
  }),
  /** With both, the settlements of sub-accounts could not be read at all. */
  settlementList: fc.constantFrom(
    {},
    { isSettlementFilterIgnored: true },
    { isSettlementListOfMain: true },
  ),
  isDisputeRefunded: fc.boolean(),
  /** Campaigns 0 and 1 share a sub-account; campaign 2 has its own. */
  donations: fc.array(
    fc.record({
      campaign: fc.nat(2),
      email: fc.constantFrom('ola@example.com', 'tunde@example.com'),
      amount: fc.integer({ min: 10_000, max: 1_000_000_000 }),
      /** Paid before the first step, unless a step pays it. */
      isPaid: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn > 0),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  steps: fc.array(step, { minLength: 4, maxLength: 20 }),
})
export type MoneyHistory = typeof moneyHistory extends fc.Arbitrary<infer Value> ? Value : never
