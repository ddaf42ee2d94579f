import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { donationListTabs } from '#shared/donation-list-tabs.ts'
import { invalid } from '#shared/messages.ts'

import { donationsCsv } from '../money/donations/donation-list.ts'
import type { Donations } from '../money/donations/donations.ts'
import { parseInput, type Env } from '../platform/http/context.ts'
import { csvResponse } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { untilGone } from '../platform/http/csv.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'

const pageRows = 20

const querySchema = z.object({
  tab: z._default(z.enum(donationListTabs, invalid.input), 'received'),
})

type TransactionRouteDeps = { donations: Pick<Donations, 'listDonations' | 'allDonations'> }

/** /api/transactions: the donations that an account received or gave, newest first (readings A5). */
export function transactionRoutes({ donations }: TransactionRouteDeps) {
  const parseScope = (query: unknown, actor: Actor) => ({
    ...parseInput(querySchema, query),
    uid: toUser(actor).uid,
  })
  return new Hono<Env>()
    .get('/', compress(), gate(may.listTransactions, noSubject), async (c) => {
      const after = parsePageCursor(c)
      const scope = parseScope(c.req.query(), c.var.actor)
      const query = { ...scope, limit: pageRows, ...(after && { after }) }
      return c.json(await untilGone(c, () => donations.listDonations(query)))
    })
    .get('/export.csv', compress(), gate(may.exportTransactions, noSubject), (c) => {
      const scope = parseScope(c.req.query(), c.var.actor)
      const lines = donationsCsv(donations.allDonations(scope))
      return csvResponse(c, `transactions-${scope.tab}`, lines)
    })
}
