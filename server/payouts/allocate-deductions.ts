/** Reversals of a campaign: what the provider has not deducted yet (negative: what it must give back), and those under way. */
export type CampaignReversals = { campaignId: string; open: number; pending: number }

/**
 * Allocates a deduction to the reversals of a sub-account's campaigns, in their order, or what the provider gives back to those that it
 * deducted too much from. `unexplained` is what no reversal explains.
 */
export function allocateDeductions(deducted: number, reversals: readonly CampaignReversals[]) {
  const isWhole = deducted === reversals.reduce((sum, { open }) => sum + open, 0)
  let left = deducted
  const allocated = reversals.flatMap(({ campaignId, open, pending }) => {
    const amount = isWhole ? open : clamp(left, Math.min(0, open), Math.max(0, open + pending))
    left -= amount
    return amount === 0 ? [] : [{ campaignId, amount }]
  })
  return { allocated, unexplained: left }
}

/** A deduction takes from what is open, and giving back from what was deducted too much. */
const clamp = (left: number, least: number, most: number) =>
  left < 0 ? Math.max(left, least) : Math.min(left, most)
