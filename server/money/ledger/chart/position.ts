import type { Postings } from './accounts.ts'

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
