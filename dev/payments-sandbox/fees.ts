/**
 * The provider's card fee for local cards, in kobo: 1.5 % rounded up, plus ₦100 from ₦2,500 on, at most ₦2,000.
 */
export function feeOf(amount: number): number {
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

/** Who gets what of one payment with one sub-account. The three parts always add up to the amount. */
export function splitOf({ amount, fee, charge, percentage, bearer }: SplitTerms): Split {
  const gross = charge ?? Math.round((amount * percentage) / 100)
  // A main account whose share cannot carry the fee keeps its share, and the sub-account pays instead.
  const integration = bearer === 'account' && gross >= fee ? gross - fee : gross
  return { paystack: fee, integration, subaccount: amount - integration - fee }
}
