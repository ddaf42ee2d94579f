export type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** A refund, a lost dispute or a bank reversal of one donation, with the amount that it claims. */
export type Reversal = { key: string; kind: ReversalKind; amount: number }

/** The part of a reversal that the donor receives, and the part that reduces what was raised. */
export type Share = { key: string; kind: ReversalKind; donor: number; raised: number }

/**
 * Allocates what a donation holds to its reversals, never more than was charged. The order of the keys decides, so that the order of
 * arrival does not matter. A card fee that the donor paid on top is not part of the donation: the donation is reversed before it.
 */
export function allocateReversals(
  reversals: readonly Reversal[],
  { charged, credited }: { charged: number; credited: number },
): Share[] {
  let [donorLeft, raisedLeft] = [charged, credited]
  return reversals
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, kind, amount }) => {
      const donor = Math.min(amount, donorLeft)
      const raised = Math.min(amount, raisedLeft)
      donorLeft -= donor
      raisedLeft -= raised
      return { key, kind, donor, raised }
    })
}
