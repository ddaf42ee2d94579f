import * as z from 'zod/mini'

import { campaignStatuses } from './campaign.ts'
import { donationListItemSchema, monthlyDonationSchema } from './donation.ts'
import { koboSchema } from './kobo-schema.ts'
import { payoutPositionSchema } from './payouts.ts'

/** GET /api/overview: an account's figures, or the platform's for a visitor (readings P9). */
export const overviewSchema = z.object({
  scope: z.enum(['account', 'platform']),
  donations: koboSchema,
  donors: z.int(),
  campaigns: z.int(),
})
export type Overview = z.output<typeof overviewSchema>

/** A campaign in the lists of the overview. */
const campaignProgressSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(campaignStatuses),
  goal: koboSchema,
  raised: z.nullable(koboSchema),
  daysLeft: z.nullable(z.int()),
})
export type CampaignProgress = z.output<typeof campaignProgressSchema>

/** The chart covers so many days, today included. */
export const chartDays = 30

const organiserSchema = z.object({
  campaigns: z.array(campaignProgressSchema),
  /** Of all campaigns, with the day of the last payout. */
  payouts: z.extend(payoutPositionSchema, { lastDay: z.nullable(z.string()) }),
  /** How many campaigns the person has. `campaigns` holds the first of them. */
  total: z.int(),
  /** The last 30 calendar days in Lagos, also those without a donation. */
  days: z.array(z.object({ day: z.string(), donations: z.int(), donated: koboSchema })),
  latest: z.array(donationListItemSchema),
})
export type OrganiserOverview = z.output<typeof organiserSchema>

const receiptSchema = z.object({
  accessCode: z.string(),
  /** Null until the receipt is issued, moments after the payment. */
  number: z.nullable(z.string()),
  donatedAt: z.string(),
  campaign: z.string(),
  amount: koboSchema,
  status: z.string(),
})
export type LatestReceipt = z.output<typeof receiptSchema>

const givenSchema = z.object({
  /** Less what was refunded or reversed. */
  given: koboSchema,
  donations: z.int(),
  /** Campaigns that the person supports, the latest first. */
  campaigns: z.array(campaignProgressSchema),
})
export type Given = z.output<typeof givenSchema>

/** GET /api/my-donations. `claimable`: donations with the account's address from before it had an account. */
export const myDonationsSchema = z.extend(givenSchema, {
  claimable: z.int(),
  monthly: z.array(monthlyDonationSchema),
})
export type MyDonations = z.output<typeof myDonationsSchema>
/** POST /api/my-donations/claim. */
export const claimedSchema = z.object({ claimed: z.int() })

const donorSchema = z.extend(givenSchema, { receipts: z.array(receiptSchema) })
export type DonorOverview = z.output<typeof donorSchema>

const campaignSteps = [
  'answer-reviewer',
  'read-decision',
  'resubmit',
  'thank-donors',
  'share',
  'await-review',
] as const
const otherSteps = ['claim-donations', 'finish-draft', 'start-campaign', 'find-campaign'] as const

const nextStepSchema = z.union([
  z.object({
    kind: z.enum(campaignSteps),
    campaign: z.object({ id: z.string(), title: z.string() }),
  }),
  z.object({ kind: z.enum(otherSteps) }),
])
export type NextStep = z.output<typeof nextStepSchema>

/** GET /api/overview/account. Null where the person has no campaign or gave no donation. */
export const accountOverviewSchema = z.object({
  nextSteps: z.array(nextStepSchema),
  organiser: z.nullable(organiserSchema),
  donor: z.nullable(donorSchema),
})
export type AccountOverview = z.output<typeof accountOverviewSchema>
