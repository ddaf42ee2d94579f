import fc from 'fast-check'

/** Several share the reports and checks, which take most of the time. */
export const ownersPerPlay = 10

const donation = fc.nat(4)
const percent = fc.integer({ min: 1, max: 100 })
const refundEnd = fc.constantFrom(
  'by-card',
  'by-card',
  'failed',
  'failed-after-processed',
  'needs-attention',
)

/** What happens to the donations and campaigns of one owner. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: fc.constant('pay' as const), donation }) },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('refund' as const), donation, percent }),
  },
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
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('settle' as const), account: fc.nat(1) }),
  },
  /** Reviewers act on the payouts of a campaign: two people end a freeze, and another one than asked releases a stop. */
  fc.record({
    action: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'unfreeze' as const),
    campaign: fc.nat(2),
    person: fc.nat(1),
  }),
  fc.record({
    action: fc.constant('stop' as const),
    campaign: fc.nat(2),
    person: fc.nat(1),
    kind: fc.constantFrom('payee', 'reviewer', 'bank-account', 'cancelled'),
  }),
  fc.record({
    action: fc.constant('release' as const),
    campaign: fc.nat(2),
    person: fc.nat(1),
    kind: fc.constantFrom('payee', 'reviewer', 'cancelled'),
  }),
  /** Two admins book that the organiser paid back, that the claim is given up, or that Ajo paid in at the provider. */
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('claim' as const),
      claim: fc.constantFrom('owner_repayment', 'write_off', 'top_up'),
      campaign: fc.nat(2),
      percent,
    }),
  },
)
export type MoneyStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What happens to all owners, and what of everything is reported to the ledger meanwhile. */
const commonStep = fc.oneof(
  { weight: 7, arbitrary: fc.record({ action: fc.constant('nothing' as const) }) },
  /** Refunds advance by one status each time. */
  { weight: 3, arbitrary: fc.record({ action: fc.constant('advance' as const), refundEnd }) },
  fc.record({ action: fc.constant('settle-main' as const) }),
  /** Two days and more end the week, in which the provider starts no settlement. */
  fc.record({ action: fc.constant('next-day' as const) }),
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
export type CommonStep = typeof commonStep extends fc.Arbitrary<infer Value> ? Value : never

const debtor = fc.constantFrom('main', 'subaccount', 'proportional', 'sub-until-settled')

/** The history of one owner. Campaigns 0 and 1 share a sub-account; campaign 2 has its own. */
const ownHistory = fc.record({
  donations: fc.array(
    fc.record({
      campaign: fc.nat(2),
      email: fc.constantFrom('ola@example.com', 'tunde@example.com'),
      amount: fc.integer({ min: 10_000, max: 1_000_000_000 }),
      /** How it is paid. All but forms are transfers to the campaign's account number, in a history with transfers. */
      way: fc.constantFrom('form', 'form', 'form', 'transfer', 'late', 'doubled', 'tiny'),
      /** What is wrong with the payment of a form: another amount than asked, or a reference that Ajo does not know. */
      wrong: fc.constantFrom(null, null, null, null, 'amount', 'reference'),
      paidPercent: fc.constantFrom(1, 50, 99, 101, 300),
      /** Paid before the first step, unless a step pays it. */
      isPaid: fc.nat(3).map((drawn) => drawn > 0),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
})

/**
 * Histories of several owners at one provider, whose steps alternate. The caller fixes who is debited for refunds; everything else that is
 * undocumented is drawn.
 */
export const moneyHistories = fc.record({
  disputeDebits: debtor,
  behaviour: fc.record({
    partialRefundStatus: fc.constantFrom('success', 'reversed', 'reversal-pending'),
    debtShown: fc.constantFrom('zero', 'negative'),
    deductionsShape: fc.constantFrom('number', 'null', 'text', 'object', 'list'),
    /** Not null if the sub-account bears the fee: nothing else tells who bore a fee that was corrected near the payout. */
    feesSplit: fc.constantFrom('object', 'text', 'null'),
    areFeesLate: fc.boolean(),
    isFraudFeeCredited: fc.boolean(),
    mainSettles: fc.constantFrom('same-day', 'same-day', 'day-later', 'never'),
    settlementOutcome: fc.constantFrom('success', 'success', 'fails-first'),
    shortBalance: fc.constantFrom(
      'negative',
      'negative',
      'negative',
      'refused',
      'pending',
      'needs-attention',
    ),
    /** Whether the bank still accepts transfers to a number that was given back. */
    closedAccounts: fc.constantFrom('rejected', 'accepted'),
  }),
  hasTransfers: fc.boolean(),
  feeBearer: fc.constantFrom('subaccount', 'account'),
  /** Everything is reported after each round of steps, and nothing late. */
  isReportedAtOnce: fc.nat(9).map((drawn) => drawn === 0),
  /** With both, the settlements of sub-accounts could not be read at all. */
  settlementList: fc.constantFrom(
    {},
    { isSettlementFilterIgnored: true },
    { isSettlementListOfMain: true },
  ),
  isDisputeRefunded: fc.boolean(),
  owners: fc.array(ownHistory, { minLength: ownersPerPlay, maxLength: ownersPerPlay }),
  commonSteps: fc.array(commonStep, { minLength: 12, maxLength: 12 }),
})
export type MoneyHistories = typeof moneyHistories extends fc.Arbitrary<infer Value> ? Value : never
export type OwnHistory = typeof ownHistory extends fc.Arbitrary<infer Value> ? Value : never
