import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { paragraphs } from './text.ts'

export const supporterOrders = ['newest', 'largest'] as const
export type SupporterOrder = (typeof supporterOrders)[number]

const supporterSchema = z.object({
  id: z.string(),
  /** Null: anonymous. */
  name: z.nullable(z.string()),
  /** Null: hidden. */
  amount: z.nullable(koboSchema),
  /** Null where the amount is hidden, because the time would tell which donation it was. */
  at: z.nullable(z.string()),
  words: z.nullable(z.string()),
  /** Words that wait for a reviewer are shown to the organiser and reviewers alone. */
  isWaiting: z.boolean(),
  reply: z.nullable(z.string()),
})
export type Supporter = z.output<typeof supporterSchema>

/** GET /api/campaigns/{id}/supporters. */
export const supportersSchema = z.object({
  supporters: z.array(supporterSchema),
  next: z.nullable(z.string()),
  /** The organiser may answer once and hide words; reviewers may hide and publish them. */
  canReply: z.boolean(),
  canHide: z.boolean(),
  canPublish: z.boolean(),
})
export type Supporters = z.output<typeof supportersSchema>

export const replySchema = z.strictObject({
  reply: paragraphs({ min: 1, max: 500, message: invalid.required }),
})
