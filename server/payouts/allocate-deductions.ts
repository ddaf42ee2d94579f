/** What the provider may still deduct for reversals of a campaign. */
export type CampaignReversals = { campaignId: string; open: number }

/** Allocates a deduction to the reversals of a sub-account's campaigns, in their order. `unexplained` is what no reversal explains. */
export function allocateDeductions(deducted: number, reversals: readonly CampaignReversals[]) {
  let left = deducted
  const allocated = reversals.flatMap(({ campaignId, open }) => {
    const amount = Math.max(0, Math.min(left, open))
    left -= amount
    return amount === 0 ? [] : [{ campaignId, amount }]
  })
  return { allocated, unexplained: left }
}
