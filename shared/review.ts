import * as z from 'zod/mini'

import { campaignDetailSchema } from './campaign.ts'
import { campaignHistorySchema, fieldChangesSchema } from './campaign-history.ts'
import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

const mostWords = 2_000
const leastWords = 10

const ownWords = z.pipe(
  z.pipe(z.string(invalid.reason), z.transform(cleanParagraphs)),
  z.string().check(z.maxLength(mostWords, invalid.tooLong)),
)

/** A reviewer's words, which the owner reads. */
export const rejectionSchema = z.object({
  reason: ownWords.check(z.minLength(leastWords, invalid.reason)),
})

/** What campaigns are rejected for again and again. */
export const rejectionGrounds = [
  'unclear',
  'unverifiable',
  'not-own',
  'forbidden',
  'account',
  'other',
] as const
export type RejectionGround = (typeof rejectionGrounds)[number]

/** A ground from the list and own words; only 'other' is nothing without words. */
export const decisionSchema = z
  .object({
    ground: z._default(z.enum(rejectionGrounds), 'other'),
    reason: z._default(ownWords, ''),
  })
  .check(
    z.refine(({ ground, reason }) => ground !== 'other' || reason.length >= leastWords, {
      error: invalid.reason,
      path: ['reason'],
    }),
  )
export type DecisionForm = z.input<typeof decisionSchema>

/** What was read is what is approved: `version` is the one of the item. */
export const approvalSchema = z.object({ version: z.int().check(z.minimum(0)) })

export const nameMatches = ['same', 'partly', 'different', 'unknown'] as const
export type NameMatch = (typeof nameMatches)[number]

const otherCampaign = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  isSameOwner: z.boolean(),
}

/** What was looked up, so that nobody has to. Null: not known. */
const reviewChecksSchema = z.object({
  emailVerified: z.boolean(),
  secondFactor: z.boolean(),
  accountDays: z.nullable(z.int()),
  bankAccountName: z.nullable(z.string()),
  bankAccountMatch: z.enum(nameMatches),
  likePictures: z.array(z.object(otherCampaign)),
  likeTexts: z.array(z.object({ ...otherCampaign, percent: z.int() })),
})
export type ReviewChecks = z.output<typeof reviewChecksSchema>

/** A campaign in the reviewers' queue, or the change of one that is public, longest waiting first. */
const reviewItemSchema = z.object({
  kind: z.enum(['campaign', 'change']),
  /** As it will be. */
  campaign: campaignDetailSchema,
  /** Whether the owner lets everybody read whom to ask; reviewers can in any case. */
  isContactPublic: z.boolean(),
  version: z.int(),
  submittedAt: z.string(),
  accountNumberLast4: z.string(),
  bankCode: z.string(),
  /** Null where the payment provider does not say in time. */
  bankName: z.nullable(z.string()),
  /** Above the goal for which one person is not enough. */
  needsTwo: z.boolean(),
  /** Who was the first of two. */
  endorsedBy: z.nullable(z.string()),
  moves: campaignHistorySchema.shape.moves,
  changed: fieldChangesSchema,
  checks: reviewChecksSchema,
})
export type ReviewItem = z.output<typeof reviewItemSchema>
export const reviewQueueSchema = z.object({ items: z.array(reviewItemSchema) })
