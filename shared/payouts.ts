import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { donationListItemSchema, monthlyForecastSchema } from './donation.ts'
import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { payoutStopSchema } from './payout-stop.ts'
import { refundTimelineSchema } from './refund.ts'
import { idSchema, paragraphs } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** Where the owner's share of a donation is. waiting: the provider has not started to pay it out. */
export const settlementStates = ['waiting', 'on-its-way', 'paid-out', 'failed'] as const

/**
 * Sums of a campaign's ledger entries. `raised` is `donated` less `reversed`; `net`, the owner's share, is `raised` less `fees` and
 * `platform`, and `other`: what was paid on top, or without being a donation.
 */
export const payoutSumsSchema = z.object({
  donated: koboSchema,
  reversed: koboSchema,
  raised: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  other: koboSchema,
  net: koboSchema,
  donations: z.int(),
})
export type PayoutSums = z.output<typeof payoutSumsSchema>

/** What the owner is owed, was paid and owes. `held`: payouts are stopped at the provider. */
export const payoutPositionSchema = z.object({
  due: koboSchema,
  /** The day until which the provider usually pays out all that is due. */
  dueBy: z.string(),
  held: koboSchema,
  paidOut: koboSchema,
  /** Refunded to donors after it was paid out. Half of the share of new donations pays it. */
  owedBack: koboSchema,
})
export type PayoutPosition = z.output<typeof payoutPositionSchema>

/** Refunds of a cancelled campaign. The other counts add up to `donations`. */
export const refundProgressSchema = z.object({
  donations: z.int(),
  refunded: z.int(),
  inProgress: z.int(),
  /** Not sent yet, or disputed. */
  waiting: z.int(),
  /** Failed or refused at the provider, and sent again later. */
  failed: z.int(),
  /** The provider needs the donor's bank account. */
  needsAttention: z.int(),
  /** An admin must act. */
  givenUp: z.int(),
  /** When the next of the waiting and failed ones is sent. */
  nextAt: z.nullable(timeSchema),
})
export type RefundProgress = z.output<typeof refundProgressSchema>

/** A cancelled campaign on the admin's page. */
const cancellationSchema = z.extend(refundProgressSchema, {
  id: z.string(),
  title: z.string(),
  reason: z.string(),
  at: z.string(),
})
export type Cancellation = z.output<typeof cancellationSchema>

/** One transfer to the organiser's bank account. `net` is on the bank's statement: `gross` less `deducted` for refunds and disputes. */
export const payoutItemSchema = z.object({
  /** The provider's number. */
  settlement: z.string(),
  day: z.string(),
  last4: z.nullable(z.string()),
  gross: koboSchema,
  deducted: koboSchema,
  net: koboSchema,
  donations: z.int(),
})
export type PayoutItem = z.output<typeof payoutItemSchema>

/** GET /api/campaigns/{id}/payouts. Days are calendar days in Lagos; days without a donation are left out. */
export const campaignPayoutsSchema = z.object({
  campaign: z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    goal: koboSchema,
    /** The reader is the organiser or a treasurer. */
    isOwner: z.boolean(),
    canThank: z.boolean(),
    /** True for admins, except for campaigns that they look after. */
    canCancel: z.boolean(),
  }),
  sums: payoutSumsSchema,
  payouts: payoutPositionSchema,
  /** Why payouts are on hold. */
  stops: z.array(payoutStopSchema),
  /** The newest ones. The spreadsheet has all. */
  newest: z.array(payoutItemSchema),
  days: z.array(z.object({ day: z.string(), donations: z.int(), donated: koboSchema })),
  cancellation: z.nullable(z.extend(refundProgressSchema, { at: z.string() })),
  /** What donors give every month. */
  monthly: z.optional(monthlyForecastSchema),
})
export type CampaignPayouts = z.output<typeof campaignPayoutsSchema>

/** A donation as the campaign's owner sees it. `canThank`: the donor agreed to updates and was not thanked recently. */
const receivedDonationSchema = z.extend(z.omit(donationListItemSchema, { campaign: true }), {
  paidAt: z.string(),
  reversed: koboSchema,
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  message: z.string(),
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.string()),
  canThank: z.boolean(),
})
export type ReceivedDonation = z.output<typeof receivedDonationSchema>
/** With what can be refunded now, and the refunds so far. */
const refundableDonationSchema = z.extend(receivedDonationSchema, {
  refundable: koboSchema,
  refunds: z.array(refundTimelineSchema),
})
export type RefundableDonation = z.output<typeof refundableDonationSchema>
export const receivedDonationsSchema = z.object({
  donations: z.array(refundableDonationSchema),
  next: z.nullable(z.string()),
})

/**
 * The money of a campaign in the list of all. `raised` less `fees`, those of the payment and of Ajo, and with `other` is `net`, which is
 * `due`, `held` and `paidOut` less `owedBack`.
 */
export const ownPayoutSchema = z.extend(z.omit(payoutSumsSchema, { donations: true }), {
  ...z.omit(payoutPositionSchema, { dueBy: true }).shape,
  id: z.string(),
  title: z.string(),
})
export type OwnPayout = z.output<typeof ownPayoutSchema>
/** GET /api/payouts: the campaigns of a person that received money, the newest first. */
export const ownPayoutsSchema = z.object({ dueBy: z.string(), campaigns: z.array(ownPayoutSchema) })
export type OwnPayouts = z.output<typeof ownPayoutsSchema>

const message = paragraphs({ min: 1, max: 2_000, message: invalid.required })

const minimum = nairaAmount({ required: invalid.amount })

/** POST /api/campaigns/{id}/thank-you-messages: to the donor of one donation, or to all donors of at least `minimum`. */
export const thankYouMessageSchema = z.union([
  z.strictObject({ message, donation: idSchema }),
  z.strictObject({ message, minimum }),
])
export type ThankYouMessage = z.output<typeof thankYouMessageSchema>
/** Checked in the browser before the message is sent. */
export const thankYouFormSchema = z.object({ message, minimum: z.optional(minimum) })
