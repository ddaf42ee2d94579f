import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { invalid } from './text/invalid.ts'
import { listPageFields } from './staff-list.ts'
import { conflictList } from './moderation.ts'
import { koboSchema } from './kobo-schema.ts'
import { paragraphs } from './text.ts'
import { timeSchema } from './time-schema.ts'

const minLength = 10
const maxLength = 2_000

/** `open` waits for our answer; `answered` for the bank. */
export const disputeStates = ['open', 'late', 'answered', 'resolved'] as const
export const disputeResolutions = ['merchant-accepted', 'auto-accepted', 'declined'] as const

const disputeFields = {
  id: z.int(),
  campaignId: z.string(),
  campaign: z.string(),
  /** The disputed amount. Null until the provider reports it. */
  amount: z.nullable(koboSchema),
  category: z.nullable(z.string()),
  state: z.enum(disputeStates),
  resolution: z.nullable(z.enum([...disputeResolutions, 'unknown'])),
  dueAt: z.nullable(z.string()),
  resolvedAt: z.nullable(z.string()),
}

/** GET /api/disputes: open ones first, by deadline. */
export const disputesSchema = z.object({
  ...listPageFields,
  disputes: z.array(z.object({ ...disputeFields, conflicts: conflictList })),
})
export type DisputeListItem = z.output<typeof disputesSchema>['disputes'][number]

/** What was written between Ajo, the organiser and the donor, and when. */
export const correspondenceKinds = ['receipt', 'thank-you', 'refund-request'] as const
export const letterSchema = z.object({
  kind: z.enum(correspondenceKinds),
  at: timeSchema,
  text: z.string(),
})

/** What Ajo sends to the provider as evidence. */
export const disputeEvidenceSchema = z.object({
  reference: z.string(),
  donor: z.object({ name: z.string(), email: z.string() }),
  donated: koboSchema,
  paidAt: z.nullable(timeSchema),
  channel: z.nullable(z.string()),
  receipt: z.nullable(z.object({ number: z.string(), code: z.string() })),
  campaign: z.object({
    title: z.string(),
    slug: z.string(),
    organiser: z.string(),
    raiseMoneyFor: z.string(),
  }),
  correspondence: z.array(letterSchema),
})
export type DisputeEvidence = z.output<typeof disputeEvidenceSchema>

export const disputeAnswerKinds = ['accept', 'decline'] as const
export const disputeAnswerStates = ['sending', 'sent', 'refused', 'too-late'] as const

export const disputeAnswerSchema = z.object({
  kind: z.enum(disputeAnswerKinds),
  message: z.string(),
  refund: z.nullable(koboSchema),
  state: z.enum(disputeAnswerStates),
  refusal: z.nullable(z.string()),
  at: timeSchema,
  name: z.nullable(z.string()),
})
export type DisputeAnswer = z.output<typeof disputeAnswerSchema>

/** GET /api/disputes/:id */
export const disputeSchema = z.object({
  ...disputeFields,
  canAnswer: z.boolean(),
  /** The most that can be accepted: what the donor has not got back. */
  acceptable: koboSchema,
  evidence: disputeEvidenceSchema,
  answers: z.array(disputeAnswerSchema),
})
export type Dispute = z.output<typeof disputeSchema>

const message = paragraphs({ min: minLength, max: maxLength, message: invalid.disputeMessage })

/** POST /api/disputes/:id/accept: refunds the amount. */
export const disputeAcceptSchema = z.object({
  message,
  amount: nairaAmount({
    required: invalid.amount,
    min: 1,
    max: 1_000_000_000,
    range: invalid.amountRange,
  }),
})

/** POST /api/disputes/:id/decline: sends the evidence. */
export const disputeDeclineSchema = z.object({ message })
