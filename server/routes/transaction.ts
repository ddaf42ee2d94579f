import { Hono } from 'hono'
import * as z from 'zod/mini'

import { transactionTabs } from '#shared/donation.ts'
import { invalid } from '#shared/messages.ts'

import { parsed, Refused, type Env } from '../http.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { parseCursor } from '../ledger/transactions.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

const pageRows = 20

const questionSchema = z.object({
  tab: z._default(z.enum(transactionTabs, invalid.input), 'received'),
  after: z.optional(z.string().check(z.maxLength(64, invalid.input))),
})

/** GET /api/transactions: gifts to one's campaigns, or the gifts one gave (readings A5). Newest first. */
export function transactionRoutes({ ledger }: { ledger: Ledger }) {
  return new Hono<Env>().get('/', gate(may.listTransactions, nothing), async (c) => {
    const { tab, after } = parsed(questionSchema, c.req.query())
    const { uid } = signedIn(c.var.actor)
    const cursor = after ? parseCursor(after) : undefined
    if (after && !cursor) throw new Refused('invalid-input', { fields: { after: [invalid.input] } })
    const question = { tab, uid, limit: pageRows, ...(cursor && { after: cursor }) }
    return c.json(await ledger.listTransactions(question))
  })
}
