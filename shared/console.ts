import * as z from 'zod/mini'

import { roles } from './account.ts'
import { campaignStatuses } from './campaign.ts'
import { paymentModes } from './donation.ts'
import { koboSchema } from './kobo-schema.ts'
import { payoutStopKinds } from './payout-stop.ts'
import { oneLine } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** Sums of the ledger over a time. `paidOut` reached organisers' bank accounts. */
export const periodTotalsSchema = z.object({
  donations: z.int(),
  donated: koboSchema,
  reversed: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  paidOut: koboSchema,
})
export type PeriodTotals = z.output<typeof periodTotalsSchema>

/** GET /api/admin/totals: today and this month in Lagos. */
export const consoleTotalsSchema = z.object({
  today: periodTotalsSchema,
  month: periodTotalsSchema,
})
export type ConsoleTotals = z.output<typeof consoleTotalsSchema>

export const searchQuerySchema = z.object({ q: z._default(oneLine({ max: 200 }), '') })

const foundDonationSchema = z.object({
  id: z.string(),
  /** The name that the donor typed, also of an anonymous donation. */
  donor: z.string(),
  email: z.nullable(z.string()),
  amount: koboSchema,
  status: z.string(),
  mode: z.enum(paymentModes),
  campaign: z.object({ id: z.string(), title: z.string() }),
  createdAt: timeSchema,
  paidAt: z.nullable(timeSchema),
})
export type FoundDonation = z.output<typeof foundDonationSchema>

/** `id` opens the person's page: the account, or the keyed hash of a guest's address. */
const foundPersonSchema = z.object({
  id: z.string(),
  kind: z.enum(['account', 'guest']),
  name: z.string(),
  email: z.nullable(z.string()),
})
export type FoundPerson = z.output<typeof foundPersonSchema>

const foundCampaignSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(campaignStatuses),
})
export type FoundCampaign = z.output<typeof foundCampaignSchema>

/** GET /api/admin/search?q=: up to 20 of each, newest first. */
export const searchResultSchema = z.object({
  donations: z.array(foundDonationSchema),
  people: z.array(foundPersonSchema),
  campaigns: z.array(foundCampaignSchema),
  /** Payments on hold, by their whole reference. */
  onHold: z.array(z.object({ reference: z.string(), amount: z.nullable(koboSchema) })),
})
export type SearchResult = z.output<typeof searchResultSchema>

export const donationEventKinds = [
  'started',
  'webhook',
  'payment',
  'quarantined',
  'ledger',
  'receipt',
  'mail',
  'refund',
  'provider-refund',
  'dispute',
  'settlement',
] as const

/** What happened to a donation. `name` is the word of the system that reported it, such as a state or an event. */
export const donationEventSchema = z.object({
  at: timeSchema,
  kind: z.enum(donationEventKinds),
  name: z.string(),
  amount: z.nullable(koboSchema),
})
export type DonationEvent = z.output<typeof donationEventSchema>

/** What only the page of a donation shows. */
export const donationFacts = {
  reference: z.string(),
  anonymous: z.boolean(),
  sharesEmail: z.boolean(),
  message: z.string(),
  receipt: z.nullable(z.string()),
  channel: z.nullable(z.string()),
}

/** GET /api/admin/donations/:id: everything that is known about a donation, in the order of time. */
export const donationFileSchema = z.object({
  donation: z.extend(foundDonationSchema, {
    ...donationFacts,
    personId: z.string(),
    refundable: koboSchema,
  }),
  events: z.array(donationEventSchema),
})
export type DonationFile = z.output<typeof donationFileSchema>

/** GET /api/admin/people/:id */
export const personFileSchema = z.object({
  person: z.extend(foundPersonSchema, {
    createdAt: z.nullable(timeSchema),
    emailVerified: z.boolean(),
    isDisabled: z.boolean(),
    roles: z.array(z.enum(roles)),
  }),
  campaigns: z.array(foundCampaignSchema),
  /** The latest 50. */
  donations: z.array(foundDonationSchema),
})
export type PersonFile = z.output<typeof personFileSchema>

export const campaignFileEventSchema = z.object({
  at: timeSchema,
  name: z.string(),
  /** Why payouts were held. */
  stop: z.nullable(z.enum(payoutStopKinds)),
  by: z.string(),
  reason: z.string(),
})

/** GET /api/admin/campaigns/:id. `by` is the address of the staff member or organiser who caused it. */
export const campaignFileSchema = z.object({
  campaign: z.extend(foundCampaignSchema, {
    slug: z.string(),
    goal: koboSchema,
    isPaused: z.boolean(),
  }),
  organiser: foundPersonSchema,
  totals: periodTotalsSchema,
  events: z.array(campaignFileEventSchema),
})
export type CampaignFile = z.output<typeof campaignFileSchema>
