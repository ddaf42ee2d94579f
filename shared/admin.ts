import * as z from 'zod/mini'

import { invalid } from './messages.ts'
import { koboSchema } from './money.ts'

/** Why an operator does something that moves money or hides a question. It is kept. */
export const operatorReasonSchema = z.object({
  reason: z
    .string(invalid.required)
    .check(
      z.trim(),
      z.minLength(1, { error: invalid.required, abort: true }),
      z.maxLength(500, invalid.tooLong),
    ),
})

const giftSchema = z.object({ campaign: z.string(), amount: koboSchema })

/** What the provider told us, and what came of it in the books. Nothing of the body is shown. */
export const providerEventSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
  state: z.enum(['received', 'processing', 'done', 'ignored', 'failed']),
  attempts: z.int(),
  error: z.nullable(z.string()),
  receivedAt: z.string(),
  canReplay: z.boolean(),
  /** Null: it is about no gift of ours. */
  effect: z.nullable(z.extend(giftSchema, { entries: z.int(), raised: koboSchema })),
})
export type ProviderEvent = z.output<typeof providerEventSchema>
export const providerEventsSchema = z.object({
  events: z.array(providerEventSchema),
  next: z.nullable(z.string()),
})

/** One look at the books, by themselves or beside the provider's: where something does not hold, what is and what ought to be. */
const proofSchema = z.object({
  id: z.string(),
  kind: z.enum(['books', 'provider']),
  at: z.string(),
  checks: z.int(),
  tookMs: z.int(),
  findings: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      ours: z.nullable(z.string()),
      theirs: z.nullable(z.string()),
    }),
  ),
})
export type LedgerProof = z.output<typeof proofSchema>
export const proofsSchema = z.object({ proofs: z.array(proofSchema) })

const paymentFactsSchema = z.object({
  amount: z.nullable(koboSchema),
  currency: z.nullable(z.string()),
  mode: z.nullable(z.string()),
  subAccountCode: z.nullable(z.string()),
})

/** Money that does not match what we asked for. */
const quarantinedSchema = z.object({
  id: z.string(),
  state: z.enum(['open', 'refunding']),
  reason: z.string(),
  reference: z.string(),
  at: z.string(),
  campaign: z.nullable(z.string()),
  expected: z.nullable(paymentFactsSchema),
  seen: paymentFactsSchema,
  canCredit: z.boolean(),
  canRefund: z.boolean(),
})
export type Quarantined = z.output<typeof quarantinedSchema>
export const quarantineSchema = z.object({ quarantine: z.array(quarantinedSchema) })
export const resolutions = ['credit', 'refund', 'dismiss'] as const
export type Resolution = (typeof resolutions)[number]

/** A gift on its way back that has not arrived yet. */
const openRefundSchema = z.extend(giftSchema, {
  id: z.string(),
  state: z.string(),
  /** Null: somebody asked for it on the provider's own pages. */
  askedBy: z.nullable(z.enum(['owner', 'admin', 'donor'])),
  reason: z.string(),
  at: z.string(),
})
export type OpenRefund = z.output<typeof openRefundSchema>

const openDisputeSchema = z.object({
  id: z.int(),
  campaign: z.string(),
  /** Null until the provider says how much is asked back. */
  amount: z.nullable(koboSchema),
  status: z.string(),
  category: z.nullable(z.string()),
  dueAt: z.nullable(z.string()),
})
export type OpenDispute = z.output<typeof openDisputeSchema>
export const openReturnsSchema = z.object({
  refunds: z.array(openRefundSchema),
  disputes: z.array(openDisputeSchema),
})

/** A mail that nobody takes, or that has waited for long. The address is masked, and the text stays where it is. */
const stuckMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'failed']),
  error: z.nullable(z.string()),
  at: z.string(),
  canRetry: z.boolean(),
})
export type StuckMail = z.output<typeof stuckMailSchema>
export const mailStateSchema = z.object({
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  stuck: z.array(stuckMailSchema),
})
export type MailState = z.output<typeof mailStateSchema>

const operatorActSchema = z.object({
  id: z.string(),
  act: z.string(),
  subject: z.string(),
  reason: z.string(),
  at: z.string(),
})
export type OperatorAct = z.output<typeof operatorActSchema>
export const operatorActsSchema = z.object({ acts: z.array(operatorActSchema) })
