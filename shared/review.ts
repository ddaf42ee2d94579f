import * as z from 'zod/mini'

import { campaignDetailSchema } from './campaign.ts'
import { invalid } from './messages.ts'
import { cleanParagraphs } from './text.ts'

export const rejectionSchema = z.object({
  reason: z.pipe(
    z.pipe(z.string(invalid.reason), z.transform(cleanParagraphs)),
    z.string().check(z.minLength(10, invalid.reason), z.maxLength(2_000, invalid.tooLong)),
  ),
})

/** A campaign in the reviewers' queue, oldest first. */
const reviewItemSchema = z.object({
  campaign: campaignDetailSchema,
  submittedAt: z.string(),
  ownerEmailVerified: z.boolean(),
  accountNumberLast4: z.string(),
  bankCode: z.string(),
})
export type ReviewItem = z.output<typeof reviewItemSchema>
export const reviewQueueSchema = z.object({ items: z.array(reviewItemSchema) })
