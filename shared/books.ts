import * as z from 'zod/mini'

import { adminReasonSchema } from './admin.ts'
import { entryKindSchema } from './campaign-ledger.ts'
import { koboSchema } from './kobo-schema.ts'
import { oneLine } from './text.ts'

/** Calendar days in Lagos, both included. */
const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date() })
export type Period = z.output<typeof periodSchema>

/** Without a day: the present month. `after` is the last entry of the page before. */
export const booksQuerySchema = z.object({
  from: z.optional(z.union([z.literal(''), z.iso.date()])),
  to: z.optional(z.union([z.literal(''), z.iso.date()])),
  after: z.optional(oneLine({ max: 400 })),
})

export const periodLockSchema = z.extend(adminReasonSchema, { until: z.iso.date() })

/** An account of the ledger in a period. Debits are positive, and each column sums to zero, or to the same in debit and credit. */
const balanceSchema = z.object({
  account: z.string(),
  opening: koboSchema,
  debit: koboSchema,
  credit: koboSchema,
  closing: koboSchema,
})
export type AccountBalance = z.output<typeof balanceSchema>

/** One account that an entry debits or credits. */
export const postingSchema = z.object({
  postedOn: z.string(),
  /** When the money moved, before `postedOn` if the period was locked. */
  movedOn: z.string(),
  kind: entryKindSchema,
  /** Names the payment, refund, dispute or settlement at the provider. */
  document: z.string(),
  campaignId: z.string(),
  account: z.string(),
  /** Negative: a credit. */
  amount: koboSchema,
  memo: z.nullable(z.string()),
})
export type Posting = z.output<typeof postingSchema>

export const booksSchema = z.object({
  period: periodSchema,
  /** Null: nothing is locked. */
  lockedUntil: z.nullable(z.string()),
  accounts: z.array(balanceSchema),
  postings: z.array(postingSchema),
  next: z.nullable(z.string()),
})
export type Books = z.output<typeof booksSchema>
