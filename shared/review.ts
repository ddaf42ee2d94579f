import * as z from 'zod/mini'

import { campaignDetailSchema } from './campaign.ts'
import { versionContentSchema } from './campaign-version.ts'
import { campaignHistorySchema, fieldChangesSchema } from './campaign-history.ts'
import { consentSchema } from './consent.ts'
import { documentListSchema } from './document.ts'
import { errorCodeSchema } from './errors.ts'
import { fieldRule } from './field-rule.ts'
import { invalid } from './text/invalid.ts'
import { conflictList } from './moderation.ts'
import { payeeSchema } from './payee.ts'
import { koboSchema } from './kobo-schema.ts'
import { listPageFields, staffListQuerySchema } from './staff-list.ts'
import { idSchema, paragraphs } from './text.ts'
import { timeSchema } from './time-schema.ts'

const maxLength = 2_000
const minLength = 10

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

const rejection = {
  ground: z._default(z.enum(rejectionGrounds, invalid.rejectionGround), 'other'),
  reason: z._default(paragraphs({ max: maxLength, message: invalid.reason }), ''),
}
/** The ground 'other' requires a reason in the reviewer's own words. */
const isExplained = fieldRule<{ ground: RejectionGround; reason: string }>(
  'reason',
  invalid.reason,
  ({ ground, reason = '' }) => ground !== 'other' || reason.length >= minLength,
)

export const decisionSchema = z.object(rejection).check(isExplained)
export type DecisionForm = z.input<typeof decisionSchema>

/** `version` is that of the review item. */
const version = z.int().check(z.minimum(0))

/** POST /api/reviews/:id/reject */
export const rejectionSchema = z.object({ version, ...rejection }).check(isExplained)

/** POST /api/reviews/:id/approve. The reason is for other reviewers, and required where the checks warn. */
export const approvalSchema = z.object({
  version,
  reason: z._default(paragraphs({ max: maxLength, message: invalid.approvalReason }), ''),
})
/** The reason where it is required. */
export const approvalReasonSchema = z.object({
  reason: paragraphs({ min: minLength, max: maxLength, message: invalid.approvalReason }),
})

export const nameMatches = ['same', 'partly', 'different', 'unknown'] as const
export type NameMatch = (typeof nameMatches)[number]

/** Signs that a campaign is raised in the name of someone else. */
export const impersonationKinds = [
  'account-name',
  'institution',
  'known-name',
  'public-person',
] as const
const impersonationSchema = z.object({
  kind: z.enum(impersonationKinds),
  field: z.enum(['bankAccount', 'title', 'beneficiary', 'organiser', 'story']),
  /** The name of the account holder, or the words that were found. */
  found: z.string(),
})
export type ImpersonationFinding = z.output<typeof impersonationSchema>

/** Grounds, and 'takedown' for a campaign that was taken down. */
export const earlierGrounds = [...rejectionGrounds, 'takedown'] as const

export const similarNameSchema = z.object({
  campaignId: z.string(),
  kind: z.enum(['organiser', 'beneficiary']),
  name: z.string(),
})
export type SimilarName = z.output<typeof similarNameSchema>

export const earlierRejectionSchema = z.object({
  campaignId: z.string(),
  title: z.string(),
  ground: z.enum(earlierGrounds),
  at: timeSchema,
  /** What it has in common with this campaign. */
  because: z.enum(['owner', 'account', 'title']),
})
export type EarlierRejection = z.output<typeof earlierRejectionSchema>

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
  /** Of a change: only what it adds. */
  impersonation: z.array(impersonationSchema),
  similarNames: z.array(similarNameSchema),
  /** Other owners who named the same bank account. */
  accountOwners: z.int(),
  rejections: z.array(earlierRejectionSchema),
  similarImages: z.array(z.object(otherCampaign)),
  similarTexts: z.array(z.object({ ...otherCampaign, percent: z.int() })),
})
export type ReviewChecks = z.output<typeof reviewChecksSchema>

/** An approval or rejection that takes effect in some seconds. */
const scheduledDecisionSchema = z.object({
  event: z.enum(['approve', 'reject']),
  isOwn: z.boolean(),
  secondsLeft: z.int(),
})

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
  /** Consents about children and health, also withdrawn ones. */
  consents: z.array(consentSchema),
  /** Null for campaigns from before Ajo asked. */
  payee: z.nullable(payeeSchema),
  /** Null when the payment provider does not respond in time. */
  bankName: z.nullable(z.string()),
  documents: documentListSchema.shape.documents,
  /** True above the goal that requires two reviewers, and for signs of impersonation. */
  needsSecondApproval: z.boolean(),
  /** The name of the first of two reviewers. */
  endorsedBy: z.nullable(z.string()),
  /** Another reviewer has to approve it now. */
  isEndorsedByReader: z.boolean(),
  scheduled: z.nullable(scheduledDecisionSchema),
  /** Why the reviewer's own decision was not applied when it should have taken effect. */
  unapplied: z.nullable(errorCodeSchema),
  transitions: campaignHistorySchema.shape.transitions,
  changes: fieldChangesSchema,
  /** Public texts and pictures of a change, before and after. */
  difference: z.nullable(z.object({ before: versionContentSchema, after: versionContentSchema })),
  checks: reviewChecksSchema,
  /** Why another reviewer has to decide. */
  conflicts: conflictList,
})
export type ReviewItem = z.output<typeof reviewItemSchema>

/** What another reviewer has to decide is of the kind 'others'; 'second' needs the second of two approvals. */
export const reviewKinds = ['campaign', 'change', 'second', 'others'] as const
const reviewRowSchema = z.object({
  id: z.string(),
  kind: z.enum(reviewKinds),
  title: z.string(),
  owner: z.string(),
  goal: koboSchema,
  submittedAt: z.string(),
})
export type ReviewRow = z.output<typeof reviewRowSchema>

/** GET /api/reviews: a page of rows, with the details of the first `limit` or of one `item`. */
export const reviewQueueQuerySchema = z.extend(staffListQuerySchema, {
  item: z.optional(idSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10)), 10),
  minHours: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  large: z.optional(z.literal(['', 'yes'])),
  warnings: z.optional(z.literal(['', 'yes', 'no'])),
})
export type ReviewQueueQuery = z.output<typeof reviewQueueQuerySchema>
export const reviewQueueSchema = z.object({
  ...listPageFields,
  rows: z.array(reviewRowSchema),
  items: z.array(reviewItemSchema),
})
export type ReviewQueue = z.output<typeof reviewQueueSchema>
