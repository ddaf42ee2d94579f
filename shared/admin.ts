import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { koboSchema } from './kobo-schema.ts'
import { invalid } from './text/invalid.ts'
import { refundSchema } from './refund.ts'
import { listPageFields } from './staff-list.ts'
import { oneLine, paragraphs } from './text.ts'
import { timeSchema } from './time-schema.ts'

export const adminTabs = [
  'overview',
  'webhooks',
  'ledger-checks',
  'differences',
  'exposure',
  'books',
  'quarantine',
  'refunds',
  'emails',
  'jobs',
  'audit-log',
  'access-log',
] as const
export type AdminTab = (typeof adminTabs)[number]

/** The reason for an action on a payment, which the audit log records. */
export const adminReasonSchema = z.pick(refundSchema, { reason: true })

/**
 * The same for an amount that is written off, was paid back by an organiser or paid in by Ajo. `document`: the number of the bank's slip or
 * statement, which money at a bank account needs.
 */
export const claimEntrySchema = z.extend(adminReasonSchema, {
  amount: nairaAmount({ required: invalid.amount }),
  document: z.optional(oneLine({ max: 100 })),
  reason: paragraphs({ min: 1, max: 300, message: invalid.required }),
})

/** The answer (202) to an act with money that waits until another person does the same. */
export const actResponseSchema = z.object({ waits: z.literal(true) })

const donationSchema = z.object({ campaign: z.string(), amount: koboSchema })

/** What a webhook said about money, without personal data: amounts, states, dates and numbers by the provider's names. */
export const webhookFactsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
export type WebhookFacts = z.output<typeof webhookFactsSchema>

/** A webhook and its effect on the ledger. */
export const webhookEventSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
  state: z.enum(['received', 'processing', 'done', 'ignored', 'failed']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  receivedAt: timeSchema,
  facts: webhookFactsSchema,
  canReplay: z.boolean(),
  /** Null if no donation matches. */
  effect: z.nullable(z.extend(donationSchema, { entries: z.int(), raised: koboSchema })),
})
export type WebhookEvent = z.output<typeof webhookEventSchema>
export const webhookEventsSchema = z.object({
  webhooks: z.array(webhookEventSchema),
  next: z.nullable(z.string()),
})

/** One run of the invariants over the ledger, or of the comparison with the provider. `theirs` is the expected value. */
export const ledgerCheckSchema = z.object({
  id: z.string(),
  kind: z.enum(['ledger', 'provider', 'log']),
  at: timeSchema,
  checks: z.int(),
  tookMs: z.int(),
  findings: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      ours: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
      campaignId: z.nullable(z.string()),
      donationId: z.nullable(z.string()),
    }),
  ),
})
export type LedgerCheck = z.output<typeof ledgerCheckSchema>
export const ledgerChecksSchema = z.object({ ledgerChecks: z.array(ledgerCheckSchema) })

const paymentFactsSchema = z.object({
  amount: z.nullable(koboSchema),
  currency: z.nullable(z.string()),
  mode: z.nullable(z.string()),
  subAccountCode: z.nullable(z.string()),
})

/** A payment that does not match its donation. */
const quarantinedPaymentSchema = z.object({
  id: z.string(),
  state: z.enum(['open', 'refunding']),
  reason: z.string(),
  reference: z.string(),
  at: timeSchema,
  campaign: z.nullable(z.string()),
  expected: z.nullable(paymentFactsSchema),
  seen: paymentFactsSchema,
  canCredit: z.boolean(),
  canRefund: z.boolean(),
})
export type QuarantinedPayment = z.output<typeof quarantinedPaymentSchema>
export const otherPaymentsSchema = z.object({
  day: z.string(),
  payments: z.int(),
  amount: koboSchema,
})
export const quarantineSchema = z.object({
  ...listPageFields,
  quarantine: z.array(quarantinedPaymentSchema),
  others: z.array(otherPaymentsSchema),
})
export type Quarantine = z.output<typeof quarantineSchema>
export const resolutions = ['credit', 'refund', 'dismiss'] as const
export type Resolution = (typeof resolutions)[number]

/** A refund that has not reached the donor. */
export const openRefundSchema = z.extend(donationSchema, {
  id: z.string(),
  /** Null for a quarantined payment without a donation. */
  campaign: z.nullable(z.string()),
  state: z.string(),
  /** Null if it was requested on the provider's dashboard. */
  requestedBy: z.nullable(z.enum(['owner', 'admin', 'donor'])),
  reason: z.string(),
  at: timeSchema,
  /** Why it failed, waits or was given up. */
  problem: z.nullable(z.string()),
  attempts: z.int(),
  /** Null if the provider or an admin must act. */
  nextAt: z.nullable(timeSchema),
  canRetry: z.boolean(),
  /** Another admin than the one who requested it may agree. */
  canAgree: z.boolean(),
  canStop: z.boolean(),
})
export type OpenRefund = z.output<typeof openRefundSchema>

export const openRefundsSchema = z.object({ ...listPageFields, refunds: z.array(openRefundSchema) })

/** An email that failed or has waited for 5 minutes. The address is masked and the text is left out. */
export const undeliveredEmailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'failed']),
  error: z.nullable(z.string()),
  at: timeSchema,
  canRetry: z.boolean(),
})
export type UndeliveredEmail = z.output<typeof undeliveredEmailSchema>
/** An address that does not exist, according to its mail server. The address is masked. */
const suppressedAddressSchema = z.object({
  id: z.string(),
  address: z.string(),
  words: z.string(),
  at: timeSchema,
})
export type SuppressedAddress = z.output<typeof suppressedAddressSchema>
export const emailsSchema = z.object({
  ...listPageFields,
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  undelivered: z.array(undeliveredEmailSchema),
  /** The mail server refuses our sender, and all emails wait. */
  pause: z.nullable(z.object({ words: z.string(), since: timeSchema })),
  suppressed: z.array(suppressedAddressSchema),
})
export type Emails = z.output<typeof emailsSchema>

/** A job whose last attempt failed. The payload is left out, because it may hold personal data. */
export const failedJobSchema = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.int(),
  error: z.string(),
  at: timeSchema,
  /** Null if only an admin makes it run again. */
  nextAttemptAt: z.nullable(timeSchema),
})
export type FailedJob = z.output<typeof failedJobSchema>
export const failedJobsSchema = z.object({ ...listPageFields, jobs: z.array(failedJobSchema) })

/** What an act is about. Campaigns and donations have pages of their own. */
export const auditSubjects = [
  ...(['campaign', 'donation', 'payment', 'refund', 'difference', 'ledger', 'period'] as const),
  ...(['email', 'address', 'job', 'webhook', 'person', 'archive', 'store', 'other'] as const),
] as const
export type AuditSubject = (typeof auditSubjects)[number]
export const auditLogEntrySchema = z.object({
  about: z.enum(auditSubjects),
  id: z.string(),
  /** Address of the admin, or the uid of an account that is deleted. */
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  at: timeSchema,
})
export type AuditLogEntry = z.output<typeof auditLogEntrySchema>
export const auditLogSchema = z.object({ ...listPageFields, entries: z.array(auditLogEntrySchema) })
export type AuditLog = z.output<typeof auditLogSchema>
