import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import { PaymentsUnavailable, type ProviderPayment } from './payments.ts'

// Numbers come as numbers or as digits in text. Ids have 64 bits; those in use are far below 2^53.
export const idSchema = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform(Number),
)
export const amountSchema = z.pipe(
  idSchema,
  z.transform((number): Kobo => kobo(number)),
)
const text = z.nullish(z.string())

/** A moment, or null where there is none or one that makes no sense: times only inform. */
export const dateSchema = z.pipe(
  z.unknown(),
  z.transform((value) => (typeof value === 'string' ? dateOf(value) : null)),
)

const paymentSchema = z.object({
  id: idSchema,
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: amountSchema,
  requested_amount: z.nullish(amountSchema),
  fees: z.nullish(amountSchema),
  currency: z.string(),
  channel: text,
  paid_at: text,
  paidAt: text,
  // {} without a split, an object with one; null, text and 0 have been seen too.
  subaccount: z.optional(z.unknown()),
})

/** A transaction of verify or of a list. Everything we do not use may have any shape. */
export function paymentOf(data: unknown, mode: PaymentMode): ProviderPayment {
  const payment = sensible(paymentSchema, data)
  const paidAt = payment.paid_at ?? payment.paidAt
  return {
    transactionId: payment.id,
    reference: payment.reference,
    mode: modeOf(payment.domain, mode),
    status: payment.status,
    amount: payment.amount,
    requestedAmount: payment.requested_amount ?? payment.amount,
    fees: payment.fees ?? null,
    currency: payment.currency,
    subAccountCode: subAccountCodeOf(payment.subaccount),
    channel: payment.channel ?? null,
    paidAt: paidAt ? dateOf(paidAt) : null,
  }
}

/** Parses what the provider says, or gives up on it: half-understood money is not money. */
export function sensible<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, data)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new PaymentsUnavailable(`the provider's answer makes no sense: ${where}`)
}

/** The provider knows two worlds; its test world is ours or the sandbox's. One that is not ours stays visible as such. */
export function modeOf(domain: string, mode: PaymentMode): PaymentMode {
  if (domain === 'live') return 'live'
  return mode === 'live' ? 'test' : mode
}

function subAccountCodeOf(subAccount: unknown): string | null {
  const parsed = z.safeParse(z.object({ subaccount_code: z.string() }), subAccount)
  return parsed.success ? parsed.data.subaccount_code : null
}

function dateOf(iso: string): Date | null {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}

const listMetaSchema = z.object({
  next: z.optional(z.unknown()),
  pageCount: z.optional(z.unknown()),
  page: z.optional(z.unknown()),
})

/** Where a list goes on. Both kinds of meta come, whichever was asked for; `next` may be the text "null". */
export function nextPage(meta: unknown): { cursor: string } | { offset: true } | undefined {
  const parsed = z.safeParse(listMetaSchema, meta)
  if (!parsed.success) return undefined
  const { next, page, pageCount } = parsed.data
  if (typeof next === 'string' && next !== '' && next !== 'null') return { cursor: next }
  return page !== undefined || pageCount !== undefined ? { offset: true } : undefined
}
