import { brand } from '#shared/brand.ts'
import { identifier, joinSql, type Sql } from '../../platform/database/sql.ts'

/** The accounts of the ledger and their columns. Debits are positive, credits negative, and an entry sums to zero. */
export const accountColumns = {
  providerBalance: 'provider_balance_kobo',
  providerFees: 'provider_fees_kobo',
  platformRevenue: 'platform_revenue_kobo',
  payableDue: 'payable_due_kobo',
  payableHeld: 'payable_held_kobo',
  ownerReceivable: 'owner_receivable_kobo',
  platformLoss: 'platform_loss_kobo',
  platformBank: 'platform_bank_kobo',
  donorClearing: 'donor_clearing_kobo',
  unidentified: 'unidentified_kobo',
} as const
export type Account = keyof typeof accountColumns
export const accounts = Object.keys(accountColumns) as Account[]

/** Amounts beside the accounts, which are not part of the sum: what the provider took, and what reached the owner's bank account. */
const memorandumColumns = { fee: 'fee_kobo', paidOut: 'paid_out_kobo' } as const
export type Memorandum = keyof typeof memorandumColumns

/** Kobo per account. Accounts that are not named stay unchanged. */
export type Postings = Partial<Record<Account | Memorandum, number>>

const allColumns = { ...accountColumns, ...memorandumColumns }

/** Joins what `toSql` makes of the columns that entries and totals share. */
export const joinColumns = (
  names: readonly (Account | Memorandum)[],
  toSql: (column: Sql, name: Account | Memorandum) => Sql,
): Sql => joinSql(names.map((name) => toSql(identifier(allColumns[name]), name)))

export const eachColumn = (toSql: (column: Sql, name: Account | Memorandum) => Sql): Sql =>
  joinColumns(Object.keys(allColumns) as (Account | Memorandum)[], toSql)

/** The accounts in which an entry that is no charge brings the owner's position to its canonical form. */
const positionAccounts: Account[] = ['payableDue', 'payableHeld', 'ownerReceivable']

type Kind = {
  /** What caused the entry. */
  event: string
  posts: readonly Account[]
  /** The entry may also move amounts between the accounts of the owner's position. */
  moves?: true
  /** What the owner owes is paid from what is due. */
  recovers?: true
}

const postsReversal = {
  posts: ['donorClearing', 'payableDue', 'platformLoss'],
  moves: true,
  recovers: true,
} as const

const postsReturn = { ...postsReversal, posts: [...postsReversal.posts, 'unidentified'] } as const

/** Which kind of entry posts which accounts. docs/ledger.md shows this table, and the schema refuses what it does not allow. */
export const chart = {
  charge: {
    event: 'The provider confirmed a payment',
    posts: ['providerBalance', 'payableDue', 'platformRevenue', 'providerFees'],
  },
  fee: {
    event: 'The provider corrected its fee or split',
    posts: ['providerBalance', 'payableDue', 'providerFees'],
    moves: true,
  },
  unidentified: {
    event: 'A payment that is no donation arrived, was corrected or left the clearing account',
    posts: ['providerBalance', 'unidentified', 'payableDue', 'providerFees', 'platformLoss'],
    moves: true,
    recovers: true,
  },
  refund: { event: 'A refund was processed, or failed afterwards', ...postsReturn },
  chargeback: { event: 'A dispute was lost, or reopened', ...postsReturn },
  bank_reversal: { event: 'A bank reversed a payment, or it was paid again', ...postsReversal },
  deduction: {
    event: 'The provider deducted a reversal from the main account',
    posts: ['providerBalance', 'donorClearing'],
  },
  payout: {
    event: 'The provider paid the owner',
    posts: ['providerBalance', 'payableDue', 'donorClearing'],
    moves: true,
    recovers: true,
  },
  platform_payout: {
    event: `The provider paid ${brand}`,
    posts: ['providerBalance', 'platformBank'],
  },
  hold: { event: 'Payouts were stopped', posts: ['payableDue', 'payableHeld'] },
  release: { event: 'Payouts were resumed', posts: ['payableDue', 'payableHeld'] },
  recovery: {
    event: 'A donation paid what the owner owed',
    posts: ['providerFees', 'ownerReceivable', 'payableDue'],
  },
  write_off: {
    event: 'An admin gave up a claim',
    posts: ['ownerReceivable', 'platformLoss'],
  },
  owner_repayment: {
    event: `An organiser paid ${brand} back by bank transfer`,
    posts: ['platformBank', 'ownerReceivable'],
  },
  top_up: {
    event: `${brand} paid into its account at the provider`,
    posts: ['providerBalance', 'platformBank'],
  },
  write_off_undo: {
    event: 'A reversal that was written off was undone',
    posts: ['payableDue', 'platformLoss'],
    moves: true,
  },
} as const satisfies Record<string, Kind>

export type EntryKind = keyof typeof chart
export const entryKinds = Object.keys(chart) as EntryKind[]

export const getKind = (kind: EntryKind): Kind => chart[kind]

export function getAllowedAccounts(kind: EntryKind): Set<Account> {
  const { posts, moves } = getKind(kind)
  return new Set([...posts, ...(moves ? positionAccounts : [])])
}

/** What a campaign's owner is owed and owes: credits are negative. */
export type Position = { payableDue: number; payableHeld: number; ownerReceivable: number }

/**
 * Adds to an entry's postings what keeps the owner's position in its canonical form: no account is overdrawn. An overpaid owner is first
 * charged to what is held, then owes the rest. `recovers`: what the owner owes is paid from what is due.
 */
export function toCanonical(
  position: Position,
  postings: Postings,
  recovers: boolean,
): Required<Pick<Postings, keyof Position>> & Postings {
  let { payableDue = 0, payableHeld = 0, ownerReceivable = 0 } = postings
  const due = () => position.payableDue + payableDue
  const fromHeld = clamp(due(), -(position.payableHeld + payableHeld))
  payableDue -= fromHeld
  payableHeld += fromHeld
  const owed = Math.max(due(), 0)
  payableDue -= owed
  ownerReceivable += owed
  const recovered = recovers ? clamp(-due(), position.ownerReceivable + ownerReceivable) : 0
  payableDue += recovered
  ownerReceivable -= recovered
  return { ...postings, payableDue, payableHeld, ownerReceivable }
}

/** The part of `wanted` that is available, at least 0. */
const clamp = (wanted: number, available: number) => Math.max(0, Math.min(wanted, available))

/** `left`: in the clearing account. `loss`: what a refund returned beyond what had arrived. */
export type UnidentifiedParts = {
  net: number
  fee: number
  owner: number
  left: number
  loss: number
}

/**
 * What each event posts. The postings of a charge are written by the statement that books it (apply-payment.ts); `owner` is the part that
 * the owner bears or receives.
 */
export const toPostings = {
  /** The change of what a payment that is no donation left at the provider, in the clearing account, and to the owner. */
  unidentified: ({ net, fee, owner, left, loss }: UnidentifiedParts): Postings => ({
    providerBalance: net,
    payableDue: -owner,
    unidentified: -left,
    platformLoss: loss,
    providerFees: owner + left - net - loss,
    fee,
  }),
  /** The change of the fee, and of the owner's share. */
  fee: ({ fee, owner }: { fee: number; owner: number }): Postings => ({
    providerBalance: -fee,
    payableDue: -owner,
    providerFees: fee + owner,
    fee,
  }),
  /** What is returned to the donor and exceeds the owner's part is the platform's loss. Negative amounts undo it. */
  reversal: ({ donor, owner }: { donor: number; owner: number }): Postings => ({
    donorClearing: -donor,
    payableDue: owner,
    platformLoss: donor - owner,
  }),
  /** What is returned of a payment in the clearing account. */
  return: (kobo: number): Postings => ({ donorClearing: -kobo, unidentified: kobo }),
  /** The provider took a reversal from the main account. */
  deduction: (kobo: number): Postings => ({ providerBalance: -kobo, donorClearing: kobo }),
  /** A settlement of the sub-account: the legs of its donations, less what the provider deducted for reversals. */
  payout: ({ gross, deducted }: { gross: number; deducted: number }): Postings => ({
    providerBalance: -gross,
    payableDue: gross - deducted,
    donorClearing: deducted,
    paidOut: gross - deducted,
  }),
  /** A settlement of the main account. */
  platformPayout: (net: number): Postings => ({ providerBalance: -net, platformBank: net }),
  hold: ({ payableDue }: Position): Postings => ({
    payableDue: -payableDue,
    payableHeld: payableDue,
  }),
  release: ({ payableHeld }: Position): Postings => ({
    payableDue: payableHeld,
    payableHeld: -payableHeld,
  }),
  /**
   * The split gave the main account more than the fees. What exceeds the debt, because it was paid twice at the same time, is due to the
   * owner.
   */
  recovery: ({ ownerReceivable }: Position, kobo: number): Postings => {
    const paid = clamp(kobo, ownerReceivable)
    return { ownerReceivable: -paid, payableDue: paid - kobo, providerFees: kobo }
  },
  writeOff: (kobo: number): Postings => ({ ownerReceivable: -kobo, platformLoss: kobo }),
  /** Less than before has reached the owner. */
  ownerRepayment: (kobo: number): Postings => ({
    platformBank: kobo,
    ownerReceivable: -kobo,
    paidOut: -kobo,
  }),
  topUp: (kobo: number): Postings => ({ providerBalance: kobo, platformBank: -kobo }),
  /** The undone reversal has credited the owner, who never paid for it. */
  writeOffUndo: (kobo: number): Postings => ({ payableDue: kobo, platformLoss: -kobo }),
}
