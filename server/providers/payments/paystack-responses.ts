import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { parseJson } from '#shared/json.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import {
  PaymentsUnavailable,
  type ProviderPayment,
  type ReceivedTransfer,
  type PaymentSplit,
} from './payments.ts'

// Numbers are sent as numbers or as text. Ids have 64 bits; real ones are far below 2^53. No id, amount or fee is below zero.
export const idSchema = z.pipe(
  z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform(Number),
)
export const amountSchema = z.pipe(
  idSchema,
  z.transform((number): Kobo => kobo(number)),
)
const text = z.nullish(z.string())

/** Null if missing or invalid, because times are informational only. */
export const dateSchema = z.pipe(
  z.unknown(),
  z.transform((value) => (typeof value === 'string' ? parseDate(value) : null)),
)

const paymentSchema = z.object({
  id: idSchema,
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: amountSchema,
  requested_amount: z.nullish(amountSchema),
  fees: z.nullish(amountSchema),
  fees_split: z.optional(z.unknown()),
  currency: z.string(),
  channel: text,
  paid_at: text,
  paidAt: text,
  // {} without a split; null, text and 0 occur too.
  subaccount: z.optional(z.unknown()),
  split: z.optional(z.unknown()),
  authorization: z.optional(z.unknown()),
  metadata: z.optional(z.unknown()),
  customer: z.optional(z.unknown()),
})

/** Parses a transaction of verify or of a list. Fields that Ajo does not use can have any shape. */
export function toPayment(data: unknown, mode: PaymentMode): ProviderPayment {
  const payment = parseResponse(paymentSchema, data)
  const paidAt = payment.paid_at ?? payment.paidAt
  const channel = payment.channel ?? null
  return {
    transactionId: payment.id,
    reference: payment.reference,
    mode: toMode(payment.domain, mode),
    status: payment.status,
    amount: payment.amount,
    requestedAmount: payment.requested_amount ?? payment.amount,
    fees: payment.fees ?? null,
    currency: payment.currency,
    subAccountCode: toSubAccountCode(payment),
    channel,
    origin: channel === 'card' ? toOrigin(payment.authorization) : null,
    authorization: channel === 'card' ? toAuthorization(payment.authorization) : null,
    transfer: toTransfer({ ...payment, channel }),
    split: toSplit(payment),
    paidAt: paidAt ? parseDate(paidAt) : null,
  }
}

const originSchema = z.object({ country_code: z.string().check(z.regex(/^[A-Z]{2}$/)) })

function toOrigin(authorization: unknown) {
  const { data } = z.safeParse(originSchema, authorization)
  if (!data) return null
  return data.country_code === 'NG' ? 'local' : 'international'
}

const authorizationSchema = z.object({
  reusable: z.literal(true),
  authorization_code: z.string().check(z.regex(/^AUTH_\w{1,60}$/)),
})

const toAuthorization = (authorization: unknown) =>
  z.safeParse(authorizationSchema, authorization).data?.authorization_code ?? null

/** Throws `PaymentsUnavailable` if the data does not match: partly understood payments are never booked. */
export function parseResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, data)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new PaymentsUnavailable(`the provider's response is invalid: ${where}`)
}

/** Maps the provider's domain to a mode. A live payment stays `live` even if this server runs in another mode. */
export function toMode(domain: string, mode: PaymentMode): PaymentMode {
  if (domain === 'live') return 'live'
  return mode === 'live' ? 'test' : mode
}

function parseDate(iso: string): Date | null {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}

const listMetaSchema = z.object({
  next: z.optional(z.unknown()),
  pageCount: z.optional(z.unknown()),
  page: z.optional(z.unknown()),
})

/** How to fetch the next page. The provider sends either kind of meta for either kind of request; `next` can be the text "null". */
export function nextPage(meta: unknown): { cursor: string } | { offset: true } | undefined {
  const parsed = z.safeParse(listMetaSchema, meta)
  if (!parsed.success) return undefined
  const { next, page, pageCount } = parsed.data
  if (typeof next === 'string' && next !== '' && next !== 'null') return { cursor: next }
  return page !== undefined || pageCount !== undefined ? { offset: true } : undefined
}

const objectSchema = z.record(z.string(), z.unknown())

type Fields = {
  channel: string | null
  authorization?: unknown
  metadata?: unknown
  customer?: unknown
}

/** Null where the text is missing. Metadata and customer are text or numbers where they are unused. */
function readText(value: unknown, key: string): string | null {
  const found = z.safeParse(objectSchema, value).data?.[key]
  return typeof found === 'string' && found !== '' ? found : null
}

/** Reads the bank transfer to an account number. Null for other payments, and where no number is named. */
function toTransfer({ channel, ...fields }: Fields): ReceivedTransfer | null {
  const { authorization, metadata, customer } = fields
  const accountNumber =
    readText(authorization, 'receiver_bank_account_number') ??
    readText(metadata, 'receiver_account_number')
  if (channel !== 'dedicated_nuban' || accountNumber === null) return null
  return {
    accountNumber,
    customerCode: readText(customer, 'customer_code'),
    senderName: readText(authorization, 'sender_name') ?? '',
    senderBank: readText(authorization, 'sender_bank'),
    senderDigits: toDigits(readText(authorization, 'sender_bank_account_number')),
    sessionId: readText(authorization, 'session_id') ?? readText(metadata, 'session_id'),
  }
}

const toDigits = (masked: string | null) => /\d{1,4}$/.exec(masked ?? '')?.[0] ?? ''

/** Shares, balances and payouts can be negative. */
export const signedAmountSchema = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.regex(/^-?\d{1,15}$/)), z.transform(Number))]),
  z.transform((number): Kobo => kobo(number)),
)

const feesSplitSchema = z.object({
  paystack: signedAmountSchema,
  integration: signedAmountSchema,
  subaccount: signedAmountSchema,
})

const codeSchema = z.object({ subaccount_code: z.string() })

/** What a payment was divided by a split of: exactly one sub-account. */
const splitSchema = z.object({
  shares: z.object({
    paystack: signedAmountSchema,
    integration: signedAmountSchema,
    subaccounts: z.array(z.extend(codeSchema, { amount: signedAmountSchema })),
  }),
})
const formulaSchema = z.object({ formula: z.object({ subaccounts: z.array(codeSchema) }) })

type SplitFields = { amount: Kobo; fees_split?: unknown; split?: unknown; subaccount?: unknown }

/** Reads `fees_split` or the shares of `split`. Null if neither is there, or if the shares do not add up to the amount. */
function toSplit({ amount, fees_split, split }: SplitFields): PaymentSplit | null {
  const shares = readFeesSplit(fees_split) ?? readShares(split)
  return shares && shares.provider + shares.main + shares.subAccount === amount ? shares : null
}

/** An object, the same as JSON text, or null. */
function readFeesSplit(feesSplit: unknown): PaymentSplit | null {
  const shares = typeof feesSplit === 'string' ? parseJson(feesSplit) : feesSplit
  const { data } = z.safeParse(feesSplitSchema, shares)
  return data
    ? { provider: data.paystack, main: data.integration, subAccount: data.subaccount }
    : null
}

function readShares(split: unknown): PaymentSplit | null {
  const { data } = z.safeParse(splitSchema, split)
  const [part, ...others] = data?.shares.subaccounts ?? []
  if (!data || !part || others.length > 0) return null
  const { paystack: provider, integration: main } = data.shares
  return { provider, main, subAccount: part.amount }
}

/** The sub-account that a payment is divided with, by itself or by a split. */
function toSubAccountCode({ subaccount, split }: SplitFields): string | null {
  const alone = z.safeParse(codeSchema, subaccount).data
  if (alone) return alone.subaccount_code
  const codes = z.safeParse(formulaSchema, split).data?.formula.subaccounts ?? []
  return codes.length === 1 ? (codes[0]?.subaccount_code ?? null) : null
}
