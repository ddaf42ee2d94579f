import type { HtmlEscapedString } from 'hono/utils/html'

import type { Transaction } from './transactions.ts'

/** What a checkout page is drawn from. */
export type PageParts = {
  transaction: Transaction
  merchantName: string
  /** Whose sub-account receives it. */
  payee: string | undefined
  path: string
  cancelUrl: string | undefined
  /** Messages by field. */
  errors: Record<string, string>
  /** What stands in the card form already. */
  typed: Typed
  /** Bank transfer was chosen in place of a card. */
  isTransfer: boolean
}

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export type Typed = { number: string; expiry: string; cvv: string }
