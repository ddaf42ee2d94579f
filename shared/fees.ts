import { kobo, type Kobo } from './money.ts'

/** The provider's limits for one payment in naira. */
export const donationMin = kobo(50_00)
export const donationMax = kobo(10_000_000_00)

/** Specification §9, sent with every payment; the charge in kobo overrides the percentage (readings M2). */
export const platformPercentage = 30
export const platformCharge = kobo(100)

/** The ways to pay whose fee is published. The last one is a transfer to a campaign's account number. */
export const paymentChannels = ['card', 'bank_transfer', 'ussd', 'bank', 'dedicated_nuban'] as const

/** Where a card was issued. */
export const cardOrigins = ['local', 'international'] as const
export type CardOrigin = (typeof cardOrigins)[number]

/** Both ends are possible fees. They are equal where the fee is known. */
export type FeeRange = { min: Kobo; max: Kobo }

const naira = (amount: number) => amount * 100
const flat = naira(100)
const flatFrom = naira(2_500)

/** The part of the amount, rounded up to a whole kobo. */
const permille = (amount: Kobo, rate: number) => Math.ceil((amount * rate) / 1_000)

const exactly = (fee: number): FeeRange => ({ min: kobo(fee), max: kobo(fee) })

/** Every way to pay in Nigeria: 1.5 % and ₦100 from ₦2,500, at most ₦2,000. */
const toLocalFee = (amount: Kobo) =>
  Math.min(naira(2_000), permille(amount, 15) + (amount >= flatFrom ? flat : 0))

/** Transfers to an account number: 1 %, at most ₦300. */
const toTransferFee = (amount: Kobo) => Math.min(naira(300), permille(amount, 10))

/** 3.9 % and ₦100, American Express 4.5 %. Whether small payments are free of the ₦100 is not published. */
const toInternationalFees = (amount: Kobo): FeeRange => ({
  min: kobo(permille(amount, 39) + (amount >= flatFrom ? flat : 0)),
  max: kobo(Math.min(amount, permille(amount, 45) + flat)),
})

type Way = { channel: string | null; origin: CardOrigin | null }

/** The fee that the provider publishes for a payment. What is not known of the payment makes it a range. */
export function getFeeRange(amount: Kobo, { channel, origin }: Way): FeeRange {
  if (channel === 'dedicated_nuban') return exactly(toTransferFee(amount))
  const isLocal = channel === 'bank_transfer' || channel === 'ussd' || channel === 'bank'
  if (isLocal || origin === 'local') return exactly(toLocalFee(amount))
  const international = toInternationalFees(amount)
  if (origin === 'international') return international
  return { min: kobo(toLocalFee(amount)), max: international.max }
}

/**
 * Estimates how a donation by the checkout is split (readings M2): the provider's published fee in Nigeria, the platform's charge and
 * the owner's share. The ledger books the fee that the provider reports.
 */
export function quoteFees(amount: Kobo): { fee: Kobo; platform: Kobo; owner: Kobo } {
  const fee = kobo(toLocalFee(amount))
  return { fee, platform: platformCharge, owner: kobo(amount - fee - platformCharge) }
}

/** How a transfer to an account number is split: the platform takes nothing, because the provider can only divide it by percent. */
export function quoteTransferFees(amount: Kobo): { fee: Kobo; owner: Kobo } {
  const fee = kobo(toTransferFee(amount))
  return { fee, owner: kobo(amount - fee) }
}
