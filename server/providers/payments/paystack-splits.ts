import * as z from 'zod/mini'

import { parseJson } from '#shared/json.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import type { PaymentSplit } from './provider-payment.ts'

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

type Fields = { amount: Kobo; fees_split?: unknown; split?: unknown; subaccount?: unknown }

/** Reads `fees_split` or the shares of `split`. Null if neither is there, or if the shares do not add up to the amount. */
export function toSplit({ amount, fees_split, split }: Fields): PaymentSplit | null {
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
export function toSubAccountCode({ subaccount, split }: Fields): string | null {
  const alone = z.safeParse(codeSchema, subaccount).data
  if (alone) return alone.subaccount_code
  const codes = z.safeParse(formulaSchema, split).data?.formula.subaccounts ?? []
  return codes.length === 1 ? (codes[0]?.subaccount_code ?? null) : null
}
