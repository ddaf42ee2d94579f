/**
 * Reversals of a campaign: what the provider has not deducted yet (negative: what it must give back), those under way, and those that
 * failed, were won or were reopened for less and may have been deducted before.
 */
export type CampaignReversals = {
  campaignId: string
  open: number
  pending: number
  failed: number
}

/** In this order: a deduction is for what is final, for what is under way, or for what the provider gives back later. */
const tiers: readonly ((reversals: CampaignReversals) => number)[] = [
  ({ open }) => open,
  ({ open, pending }) => open + pending,
  ({ open, pending, failed }) => open + pending + failed,
]

/**
 * Allocates a deduction to the reversals of a sub-account's campaigns, in their order, or what the provider gives back to those that it
 * deducted too much from. `unexplained` is what no reversal explains.
 */
export function allocateDeductions(deducted: number, reversals: readonly CampaignReversals[]) {
  const isWhole = deducted === reversals.reduce((sum, { open }) => sum + open, 0)
  const amounts = new Map(reversals.map(({ campaignId, open }) => [campaignId, isWhole ? open : 0]))
  let left = isWhole ? 0 : deducted
  for (const toMost of tiers)
    for (const campaign of reversals) {
      const before = amounts.get(campaign.campaignId) ?? 0
      const amount = clamp(left, toMost(campaign) - before)
      amounts.set(campaign.campaignId, before + amount)
      left -= amount
    }
  const allocated = [...amounts].map(([campaignId, amount]) => ({ campaignId, amount }))
  return { allocated: allocated.filter(({ amount }) => amount !== 0), unexplained: left }
}

/** A deduction takes from what is open, and giving back from what was deducted too much. */
const clamp = (left: number, room: number) =>
  left < 0 ? Math.max(left, Math.min(0, room)) : Math.min(left, Math.max(0, room))
