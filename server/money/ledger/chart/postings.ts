import type { Postings } from './accounts.ts'
import type { Position } from './position.ts'

/**
 * What each event posts. The postings of a charge are written by the statement that books it (book-charges.ts); `owner` is the part that
 * the owner bears or receives.
 */
export const toPostings = {
  /** The provider gave the owner a share of a transfer that is no donation. Also the change of one that it corrected. */
  quarantined: ({ net, owner, fee }: { net: number; owner: number; fee: number }): Postings => ({
    providerBalance: net,
    payableDue: -owner,
    providerFees: owner - net,
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
  writeOff: (kobo: number): Postings => ({ ownerReceivable: -kobo, platformLoss: kobo }),
  /** The undone reversal has credited the owner, who never paid for it. */
  writeOffUndo: (kobo: number): Postings => ({ payableDue: kobo, platformLoss: -kobo }),
}
