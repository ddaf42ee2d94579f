import * as z from 'zod/mini'

import { campaignDetailSchema } from './campaign.ts'
import { campaignHistorySchema, fieldChangesSchema } from './campaign-history.ts'
import { invalid } from './messages.ts'
import { paragraphs } from './text.ts'

const maxLength = 2_000
const minLength = 10

/** A reason that the owner reads. */
export const reasonSchema = z.object({
  reason: paragraphs({ min: minLength, max: maxLength, message: invalid.reason }),
})

/** Common reasons for a rejection. */
export const rejectionGrounds = [
  'unclear',
  'unverifiable',
  'not-own',
  'forbidden',
  'account',
  'other',
] as const
export type RejectionGround = (typeof rejectionGrounds)[number]

/** POST /api/reviews/:id/reject. The ground 'other' requires a reason in the reviewer's own words. */
export const decisionSchema = z
  .object({
    ground: z._default(z.enum(rejectionGrounds), 'other'),
    reason: z._default(paragraphs({ max: maxLength, message: invalid.reason }), ''),
  })
  .check(
    z.refine(({ ground, reason }) => ground !== 'other' || reason.length >= minLength, {
      error: invalid.reason,
      path: ['reason'],
    }),
  )
export type DecisionForm = z.input<typeof decisionSchema>

/** POST /api/reviews/:id/approve. `version` is that of the review item. */
export const approvalSchema = z.object({ version: z.int().check(z.minimum(0)) })

export const nameMatches = ['same', 'partly', 'different', 'unknown'] as const
export type NameMatch = (typeof nameMatches)[number]

const otherCampaign = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  isSameOwner: z.boolean(),
}

/** Automatic checks. Null means unknown. */
const reviewChecksSchema = z.object({
  emailVerified: z.boolean(),
  twoFactor: z.boolean(),
  accountAgeDays: z.nullable(z.int()),
  bankAccountName: z.nullable(z.string()),
  bankAccountMatch: z.enum(nameMatches),
  similarImages: z.array(z.object(otherCampaign)),
  similarTexts: z.array(z.object({ ...otherCampaign, percent: z.int() })),
})
export type ReviewChecks = z.output<typeof reviewChecksSchema>

/** A pending campaign, or a pending change to an approved one. */
const reviewItemSchema = z.object({
  kind: z.enum(['campaign', 'change']),
  /** With the values of the pending change. */
  campaign: campaignDetailSchema,
  /** Whether visitors see the contact data too. */
  isContactPublic: z.boolean(),
  version: z.int(),
  submittedAt: z.string(),
  accountNumberLast4: z.string(),
  bankCode: z.string(),
  /** Null when the payment provider does not respond in time. */
  bankName: z.nullable(z.string()),
  /** True above the goal that requires two reviewers. */
  needsSecondApproval: z.boolean(),
  /** The name of the first of two reviewers. */
  endorsedBy: z.nullable(z.string()),
  transitions: campaignHistorySchema.shape.transitions,
  changes: fieldChangesSchema,
  checks: reviewChecksSchema,
})
export type ReviewItem = z.output<typeof reviewItemSchema>
export const reviewQueueSchema = z.object({ items: z.array(reviewItemSchema) })
