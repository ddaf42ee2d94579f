import * as z from 'zod/mini'

import { listPageFields } from './staff-list.ts'
import { timeSchema } from './time-schema.ts'

/** How the ledger can differ from the provider's records. */
export const differenceKinds = [
  'entry-without-payment',
  'payment-without-entry',
  'payment-differs',
  'fee-differs',
  'fee-off-rule',
  'date-differs',
  'entry-without-refund',
  'refund-without-entry',
  'refund-without-request',
  'entry-without-dispute',
  'dispute-without-entry',
  'settlement-differs',
  'payee-differs',
  'deduction-unexplained',
  'deduction-without-entry',
  'unreadable-row',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceSchema = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** What was compared: a day, or a settlement. */
  scope: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  state: z.enum(['open', 'acknowledged']),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
  /** Why an admin acknowledged it. */
  reason: z.nullable(z.string()),
})
export type LedgerDifference = z.output<typeof differenceSchema>

export const failingItemSchema = z.object({
  kind: z.string(),
  key: z.string(),
  attempts: z.int(),
  reason: z.string(),
  since: timeSchema,
  nextAttemptAt: timeSchema,
})
export type FailingItem = z.output<typeof failingItemSchema>

/** GET /api/admin/differences */
export const differencesSchema = z.object({
  ...listPageFields,
  differences: z.array(differenceSchema),
  /** Items of sweeps that fail by themselves. */
  failing: z.array(failingItemSchema),
})
