/** What the provider may still deduct for returns of a campaign. */
export type CampaignReturns = { campaignId: string; open: number }

/** Allocates a deduction to the returns of a sub-account's campaigns, in their order. `unexplained` is what no return explains. */
export function allocateDeductions(deducted: number, returns: readonly CampaignReturns[]) {
  let left = deducted
  const allocated = returns.flatMap(({ campaignId, open }) => {
    const amount = Math.max(0, Math.min(left, open))
    left -= amount
    return amount === 0 ? [] : [{ campaignId, amount }]
  })
  return { allocated, unexplained: left }
}
