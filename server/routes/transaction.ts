import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { transactionTabs } from '#shared/donation.ts'
import { invalid } from '#shared/messages.ts'

import { parsed, type Env } from '../http/context.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { transactionsCsv } from '../donations/transactions-csv.ts'
import { signedIn, type Actor } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { csvAnswer } from '../http/csv-response.ts'
import { pageCursor } from './page-cursor.ts'

const pageRows = 20

const questionSchema = z.object({
  tab: z._default(z.enum(transactionTabs, invalid.input), 'received'),
})

/** /api/transactions: gifts to one's campaigns, or the gifts one gave (readings A5). Newest first. */
export function transactionRoutes({ ledger }: { ledger: Ledger }) {
  const questionOf = (query: unknown, actor: Actor) => ({
    ...parsed(questionSchema, query),
    uid: signedIn(actor).uid,
  })
  return new Hono<Env>()
    .get('/', compress(), gate(may.listTransactions, nothing), async (c) => {
      const after = pageCursor(c)
      const question = {
        ...questionOf(c.req.query(), c.var.actor),
        limit: pageRows,
        ...(after && { after }),
      }
      return c.json(await ledger.listTransactions(question))
    })
    .get('/export.csv', compress(), gate(may.listTransactions, nothing), (c) => {
      const question = questionOf(c.req.query(), c.var.actor)
      const lines = transactionsCsv(ledger.allTransactions(question))
      return csvAnswer(c, `transactions-${question.tab}`, lines)
    })
}
