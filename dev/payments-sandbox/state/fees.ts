/** The provider's fee for local cards, in kobo: 1.5 % rounded up, plus ₦100 from ₦2,500, at most ₦2,000. */
export function calculateFee(amount: number): number {
  return Math.min(200_000, Math.ceil((amount * 15) / 1_000) + (amount >= 250_000 ? 10_000 : 0))
}

export type Split = { paystack: number; integration: number; subaccount: number }

type SplitTerms = {
  amount: number
  fee: number
  /** Kobo for the main account; overrides the percentage. */
  charge: number | null
  /** The main account's share in percent. */
  percentage: number
  bearer: 'account' | 'subaccount'
}

/** Splits one payment between provider, main account and sub-account. The three shares add up to the amount. */
export function calculateSplit({ amount, fee, charge, percentage, bearer }: SplitTerms): Split {
  const gross = charge ?? Math.round((amount * percentage) / 100)
  // If the main account's share is smaller than the fee, the sub-account pays the fee.
  const integration = bearer === 'account' && gross >= fee ? gross - fee : gross
  return { paystack: fee, integration, subaccount: amount - integration - fee }
}
