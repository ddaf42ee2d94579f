export type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** A refund, a lost dispute or a bank reversal of one donation. Null: all that is left, until the provider names an amount. */
export type Reversal = {
  key: string
  kind: ReversalKind
  amount: number | null
  effectiveAt: Date
}

/** What the donor receives, the part of it that the owner bears, and the part that reduces what was raised. */
export type Share = Pick<Reversal, 'key' | 'kind' | 'effectiveAt'> & {
  donor: number
  owner: number
  raised: number
}

/**
 * Allocates what a donation holds to its reversals. The owner bears them up to the charge; what exceeds it is the platform's loss. The
 * order of the keys decides, so that the order of arrival does not matter. A card fee that the donor paid on top is not part of the
 * donation: the donation is reversed before it.
 */
export function allocateReversals(
  reversals: readonly Reversal[],
  { charged, credited }: { charged: number; credited: number },
): Share[] {
  let [ownerLeft, raisedLeft] = [charged, credited]
  return reversals.toSorted(compare).map(({ key, kind, amount, effectiveAt }) => {
    const donor = amount ?? ownerLeft
    const owner = Math.min(donor, ownerLeft)
    const raised = Math.min(donor, raisedLeft)
    ownerLeft -= owner
    raisedLeft -= raised
    return { key, kind, effectiveAt, donor, owner, raised }
  })
}

/** Reversals without an amount come last: they take what the others leave. */
function compare(one: Reversal, other: Reversal) {
  const byAmount = Number(one.amount === null) - Number(other.amount === null)
  if (byAmount !== 0) return byAmount
  return one.key < other.key ? -1 : 1
}
