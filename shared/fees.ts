import { kobo, type Kobo } from './money.ts'

/** The provider's limits for one card payment in naira. */
export const donationMin = kobo(50_00)
export const donationMax = kobo(10_000_000_00)

/** Specification §9, sent with every payment; the charge in kobo overrides the percentage (readings M2). */
export const platformPercentage = 30
export const platformCharge = kobo(100)

/**
 * Estimates how a donation is split (readings M2): the provider's published fee for local cards, the platform's charge and the owner's share.
 * The ledger books the fee that the provider reports.
 */
export function quoteFees(amountKobo: Kobo): { fee: Kobo; platform: Kobo; owner: Kobo } {
  const flat = amountKobo >= 2_500_00 ? 100_00 : 0
  const fee = Math.min(2_000_00, Math.ceil((amountKobo * 15) / 1_000) + flat)
  const owner = amountKobo - fee - platformCharge
  return { fee: kobo(fee), platform: platformCharge, owner: kobo(owner) }
}
