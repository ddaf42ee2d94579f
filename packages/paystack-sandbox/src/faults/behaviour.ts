import * as z from 'zod/mini'

/** Who pays for money that goes back to a donor of a split payment. */
const debtor = z.enum(['main', 'subaccount', 'proportional', 'sub-until-settled'])
export type Debtor = z.output<typeof debtor>

/** How the provider behaves where it publishes nothing. The first value of each is the default. */
export const behaviourSchema = z.object({
  refundDebits: z._default(debtor, 'main'),
  disputeDebits: z._default(debtor, 'main'),
  /** A refund beyond the main balance: the balance becomes negative; 400 at once; pending until it is collected; needs attention. */
  shortBalance: z._default(
    z.enum(['negative', 'refused', 'pending', 'needs-attention']),
    'negative',
  ),
  /** Status of a payment of which a part was refunded. */
  partialRefundStatus: z._default(z.enum(['success', 'reversed', 'reversal-pending']), 'success'),
  /** How refunds end: as the card says, or failed, also after they were processed, or in needs-attention. */
  refundEnd: z._default(
    z.enum(['by-card', 'failed', 'failed-after-processed', 'needs-attention']),
    'by-card',
  ),
  /** Settlement of an account whose debits exceed its payments. The rest is kept back later in both cases. */
  debtShown: z._default(z.enum(['zero', 'negative']), 'zero'),
  deductionsShape: z._default(z.enum(['number', 'null', 'text', 'object', 'list']), 'number'),
  settlementOutcome: z._default(z.enum(['success', 'fails-first']), 'success'),
  /** When the main account is settled, compared with sub-accounts. */
  mainSettles: z._default(z.enum(['same-day', 'day-later', 'never']), 'same-day'),
  /** The filter by sub-account has no effect. */
  isSettlementFilterIgnored: z._default(z.boolean(), false),
  /** Without a filter the list has the main account's settlements only. */
  isSettlementListOfMain: z._default(z.boolean(), false),
  /** Requests to deactivate a sub-account or to change its settlement schedule. */
  payoutHolds: z._default(
    z.enum(['accepted', 'refused', 'ignored', 'schedule-ignored']),
    'accepted',
  ),
  inactiveSubAccount: z._default(z.enum(['refused', 'accepted']), 'refused'),
  subAccountBearer: z._default(
    z.enum(['refused-if-short', 'refused', 'accepted']),
    'refused-if-short',
  ),
  /** Charges of saved cards: expired cards are declined in any case. Challenged: the bank wants the payer, who is not there. */
  savedCards: z._default(z.enum(['accepted', 'declined', 'challenged', 'pending']), 'accepted'),
  feesSplit: z._default(z.enum(['object', 'text', 'null']), 'object'),
  /** Fees and split are null until an hour after the payment. */
  areFeesLate: z._default(z.boolean(), false),
  /** Account numbers for customers: registered businesses get them. */
  dedicatedAccounts: z._default(z.enum(['granted', 'refused']), 'granted'),
  /** Transfers to an account number that was taken back. */
  closedAccounts: z._default(z.enum(['rejected', 'accepted']), 'rejected'),
  /** The provider credits its fee when a fraud claim is accepted. */
  isFraudFeeCredited: z._default(z.boolean(), false),
})
export type Behaviour = z.output<typeof behaviourSchema>
