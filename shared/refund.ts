import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { twoFactorCode } from './account.ts'
import { bankSchema } from './bank.ts'
import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { terms, toTermMs } from './terms.ts'
import { accountNumberText, oneLine, paragraphs, patternText, secretText } from './text.ts'

/** POST /api/donations/{id}/refund. Without an amount, everything that can still be refunded is refunded. */
export const refundSchema = z.object({
  amount: z.optional(nairaAmount({ required: invalid.amount })),
  reason: paragraphs({ min: 1, max: 500, message: invalid.required }),
})
export type Refund = z.output<typeof refundSchema>

/** The same from the organiser or an admin. The organiser confirms large or many refunds by the password and, where it is on, a code. */
export const staffRefundSchema = z.extend(refundSchema, {
  currentPassword: z.optional(secretText({ min: 0, message: invalid.currentPassword })),
  code: z.optional(twoFactorCode),
})

export type StaffRefund = z.output<typeof staffRefundSchema>

/** The same from a donor, who needs no reason. */
export const donorRefundSchema = z.extend(refundSchema, {
  reason: z._default(paragraphs({ max: 500 }), ''),
})

/**
 * waiting: the provider has not confirmed it. queued: the provider has accepted it; banks take 3 to 10 working days. asked: another person
 * who looks after the money must confirm it.
 */
export const refundResponseSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  state: z.enum(['waiting', 'queued', 'asked']),
})

/** A donor may ask for a refund so long after paying. */
export const donorRefundMs = toTermMs(terms.donorRefund)

/** GET /api/donations/{id}/refund: what a donor gets back who regrets the donation. The payment provider keeps `fee`. */
export const refundQuoteSchema = z.object({
  total: koboSchema,
  fee: koboSchema,
  amount: koboSchema,
  /** Sent after 24 hours. */
  isDelayed: z.boolean(),
  /** The request needs the link that Ajo mails to the donor. */
  needsLink: z.boolean(),
})
export type RefundQuote = z.output<typeof refundQuoteSchema>

/** What a refund needs beside the request, by what the same person requested within a day. */
export const refundNeeds = [
  'password',
  'code',
  'delay',
  'second-person',
  // Another person who looks after the money of the campaign.
  'member',
] as const
export type RefundNeed = (typeof refundNeeds)[number]

/** GET /api/donations/{id}/refund-preview, for the organiser and admins: who pays what before a refund is requested. */
export const refundPreviewSchema = z.object({
  refundable: koboSchema,
  amount: koboSchema,
  /** The part of the provider's and Ajo's fees that is not refunded. The organiser bears it. */
  lostFees: koboSchema,
  /** Covered by payouts on hold, and what the organiser owes beyond them. */
  fromPayouts: koboSchema,
  owed: koboSchema,
  /** The organiser has the money of this donation already. */
  isPaidOut: z.boolean(),
  needs: z.array(z.enum(refundNeeds)),
  /** Ajo's exposure is at its limit, so the refund waits. */
  isHeld: z.boolean(),
})
export type RefundPreview = z.output<typeof refundPreviewSchema>
export const refundPreviewQuerySchema = z.pick(refundSchema, { amount: true })

/**
 * requested: to be sent. held: may not be sent now. sent: the provider was asked, and its answer is unknown. known: the provider has it.
 * needs-attention: the provider needs the donor's bank account. failed: it failed at the provider. given-up: an admin must act.
 */
export const refundStates = [
  'requested',
  'held',
  'sent',
  'known',
  'needs-attention',
  'failed',
  'processed',
  'given-up',
] as const
export type RefundState = (typeof refundStates)[number]

/** A refund with the time of each state. */
export const refundTimelineSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  /** The provider's fee that the donor does not get back. */
  fee: koboSchema,
  requestedBy: z.enum(['owner', 'admin', 'donor']),
  cause: z.enum(['request', 'cancellation']),
  /** Empty where the reader may not know it. */
  reason: z.string(),
  state: z.enum(refundStates),
  steps: z.array(z.object({ state: z.enum(refundStates), at: z.string() })),
})
export type RefundTimeline = z.output<typeof refundTimelineSchema>

/** POST /api/refund-accounts/{token}. The first time without `holder`, which the provider then looks up and the donor confirms. */
export const refundAccountSchema = z.object({
  /** The provider's id of the bank. */
  bank: patternText(/^\d{1,9}$/, invalid.required),
  accountNumber: accountNumberText,
  holder: z.optional(oneLine({ max: 200 })),
})
export type RefundAccount = z.output<typeof refundAccountSchema>

/** GET /api/refund-accounts/{token} */
export const refundAccountFormSchema = z.object({
  amount: koboSchema,
  campaign: z.string(),
  banks: z.array(bankSchema),
  isDone: z.boolean(),
})

/** The name of the account's holder, until the donor has confirmed it. */
export const refundAccountResponseSchema = z.object({ holder: z.nullable(z.string()) })

/** Why a refund is held, failed, waits or was given up. */
export type RefundProblem =
  | 'answer-lost'
  | 'in-flight'
  | 'disputed'
  | 'insufficient-balance'
  | 'exposure'
  | 'second-person'
  | 'stopped'
  | 'failed-at-provider'
  | 'refused'
  | 'too-small'
  | 'not-found'
  | 'already-returned'
  | 'missing-at-provider'
  | 'no-bank-account'
  | 'bank-account-refused'
  | 'error'
