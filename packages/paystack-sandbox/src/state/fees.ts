export type CardOrigin = 'local' | 'international'

/**
 * The provider's fee in kobo. Local payments: 1.5 % rounded up, plus ₦100 from ₦2,500, at most ₦2,000. Cards from other countries:
 * 3.9 % plus ₦100 from ₦2,500. Transfers to a dedicated account: 1 %, at most ₦300.
 */
export function calculateFee(
  amount: number,
  { channel = 'card', origin = 'local' }: { channel?: string; origin?: CardOrigin } = {},
): number {
  if (channel === 'dedicated_nuban') return Math.min(30_000, Math.ceil(amount / 100))
  const flat = amount >= 250_000 ? 10_000 : 0
  if (channel === 'card' && origin === 'international')
    return Math.ceil((amount * 39) / 1_000) + flat
  return Math.min(200_000, Math.ceil((amount * 15) / 1_000) + flat)
}

type PaymentSplit = { paystack: number; integration: number; subaccount: number }

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
export function calculateSplit({
  amount,
  fee,
  charge,
  percentage,
  bearer,
}: SplitTerms): PaymentSplit {
  const gross = charge ?? Math.round((amount * percentage) / 100)
  // If the main account's share is smaller than the fee, the sub-account pays the fee.
  const integration = bearer === 'account' && gross >= fee ? gross - fee : gross
  // A card may be charged less than was asked for. Nobody gets less than nothing of that.
  const subaccount = Math.max(0, amount - integration - fee)
  return { paystack: fee, integration: amount - subaccount - fee, subaccount }
}
