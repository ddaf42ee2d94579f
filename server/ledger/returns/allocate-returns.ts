/** Something that sends money of one donation back: a refund, a lost dispute, or a reversal that nobody explains. */
export type Return = { key: string; kind: ReturnKind; amount: number }
export type ReturnKind = 'refund' | 'chargeback' | 'reversal'

/** How much of it reaches the donor, and how much of that counts against what was raised. */
export type Share = { key: string; kind: ReturnKind; donor: number; raised: number }

/**
 * Shares out what a donation has among all that asks for it, in the order of the keys, so that it makes no difference who came first.
 * Never more goes back than came in. A fee that the donor paid on top is no donation: the gift goes back before it.
 */
export function allocateReturns(
  returns: readonly Return[],
  { charged, credited }: { charged: number; credited: number },
): Share[] {
  let [donorLeft, raisedLeft] = [charged, credited]
  return returns
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, kind, amount }) => {
      const donor = Math.min(amount, donorLeft)
      const raised = Math.min(amount, raisedLeft)
      donorLeft -= donor
      raisedLeft -= raised
      return { key, kind, donor, raised }
    })
}
