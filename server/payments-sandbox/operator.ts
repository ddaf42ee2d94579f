import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

import { raiseDispute } from './dispute-moves.ts'
import { operatorPage } from './operator-page.ts'
import type { MoveParts } from './refund-moves.ts'
import { settleAll } from './settlements.ts'

type Parts = MoveParts & { publicUrl: string; onQueued: () => void }

/** Where one plays the donors' banks: the latest payments, what became of them, and a way to ask for one back. */
export function operatorPages(parts: Parts) {
  const { database, publicUrl, onQueued } = parts
  const origin = new URL(publicUrl).origin
  const isOurs = (c: Context) => c.req.header('origin') === origin
  return new Hono()
    .get('/', async (c) => c.html(operatorPage(await latest(database))))
    .post('/disputes', async (c) => {
      if (!isOurs(c)) return c.text('Forms of this page are sent from this page.', 403)
      const form = new URLSearchParams(await c.req.text())
      const reference = form.get('reference') ?? ''
      const dispute = await raiseDispute(parts, { reference, amount: null, category: 'chargeback' })
      if (dispute) onQueued()
      return c.redirect('/sandbox/operator', 303)
    })
    .post('/settlements', async (c) => {
      if (!isOurs(c)) return c.text('Forms of this page are sent from this page.', 403)
      await settleAll(database, parts.now())
      return c.redirect('/sandbox/operator', 303)
    })
}

const rowSchema = z.object({
  reference: z.string(),
  amount: z.number(),
  status: z.string(),
  email: z.string(),
  channel: z.string(),
  created_at: z.date(),
  is_paid: z.boolean(),
  is_settled: z.boolean(),
  refunds: z.nullable(z.string()),
  disputes: z.nullable(z.string()),
  is_disputed: z.boolean(),
  deliveries: z.nullable(z.string()),
})
export type OperatorRow = z.output<typeof rowSchema>

function latest(queries: Queries): Promise<OperatorRow[]> {
  return queries.rows(
    rowSchema,
    sql`select t.reference, t.amount, t.status, t.email, t.channel, t.created_at, t.paid_at is not null as is_paid,
          t.settlement_id is not null as is_settled,
          (select string_agg(r.status, ', ' order by r.id) from sandbox.refund r where r.reference = t.reference) as refunds,
          (select string_agg(coalesce(d.resolution, d.status), ', ' order by d.id)
             from sandbox.dispute d where d.reference = t.reference) as disputes,
          exists (select from sandbox.dispute d where d.reference = t.reference and d.resolution is null) as is_disputed,
          (select string_agg(w.event || ' ' || coalesce(w.last_answer, 'not sent yet'), ', ' order by w.created_at)
             from sandbox.delivery w where w.reference = t.reference) as deliveries
        from sandbox.transaction t order by t.id desc limit 50`,
  )
}
