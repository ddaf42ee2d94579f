import type { Account } from './accounts.ts'

/** The accounts in which an entry that is no charge brings the owner's position to its canonical form. */
const position: Account[] = ['payableDue', 'payableHeld', 'ownerReceivable']

type Kind = {
  /** What caused the entry. */
  event: string
  /** The accounts that its own postings change. */
  posts: readonly Account[]
  /** The entry may also move amounts between the accounts of the owner's position. */
  moves?: true
  /** What the owner owes is paid from what is due. */
  recovers?: true
}

const reversal = {
  posts: ['donorClearing', 'payableDue', 'platformLoss'],
  moves: true,
  recovers: true,
} as const

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
  quarantined: {
    event: 'A transfer for the campaign was quarantined',
    posts: ['providerBalance', 'payableDue', 'providerFees'],
    moves: true,
    recovers: true,
  },
  quarantined_refund: { event: 'A quarantined transfer was refunded', ...reversal },
  quarantined_refund_undo: { event: 'A processed refund of it failed', ...reversal },
  refund: { event: 'A refund was processed', ...reversal },
  refund_undo: { event: 'A processed refund failed', ...reversal },
  chargeback: { event: 'A dispute was lost', ...reversal },
  chargeback_undo: { event: 'A lost dispute was reopened', ...reversal },
  bank_reversal: { event: 'A bank reversed a payment', ...reversal },
  bank_reversal_undo: { event: 'A reversed payment was paid again', ...reversal },
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
    event: 'The provider paid Ajo',
    posts: ['providerBalance', 'platformBank'],
  },
  hold: { event: 'Payouts were stopped', posts: ['payableDue', 'payableHeld'] },
  release: { event: 'Payouts were resumed', posts: ['payableDue', 'payableHeld'] },
  write_off: {
    event: 'An admin gave up a claim',
    posts: ['ownerReceivable', 'platformLoss'],
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

/** All accounts that an entry of this kind may change. */
export function getAllowedAccounts(kind: EntryKind): Set<Account> {
  const { posts, moves } = getKind(kind)
  return new Set([...posts, ...(moves ? position : [])])
}
