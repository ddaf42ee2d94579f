import type { HtmlEscapedString } from 'hono/utils/html'

import type { Transaction } from '../state/transactions.ts'

export type PageProps = {
  transaction: Transaction
  merchantName: string
  /** Business name of the sub-account that receives the payment. */
  payee: string | undefined
  path: string
  cancelUrl: string | undefined
  /** Messages by field. */
  errors: Record<string, string>
  card: CardFields
  /** The way to pay that the payer chose. */
  way: Way
  now: Date
}

export const ways = ['card', 'transfer', 'ussd', 'bank'] as const
export type Way = (typeof ways)[number]

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export type CardFields = { number: string; expiry: string; cvv: string }
