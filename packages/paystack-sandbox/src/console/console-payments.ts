import * as z from 'zod/mini'

import type { Queries } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

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
export type ConsolePayment = z.output<typeof rowSchema>

/** The latest payments with their refunds, disputes and webhooks. */
export function findLatestPayments(queries: Queries): Promise<ConsolePayment[]> {
  return queries.rows(
    rowSchema,
    sql`select t.reference, t.amount, t.status, t.email, t.channel, t.created_at, t.paid_at is not null as is_paid,
          coalesce(t.settlement_id, t.main_settlement_id) is not null as is_settled,
          (select string_agg(r.status, ', ' order by r.id) from sandbox.refund r where r.reference = t.reference) as refunds,
          (select string_agg(coalesce(d.resolution, d.status), ', ' order by d.id)
             from sandbox.dispute d where d.reference = t.reference) as disputes,
          exists (select from sandbox.dispute d where d.reference = t.reference and d.resolution is null) as is_disputed,
          (select string_agg(w.event || ' ' || coalesce(w.last_response, 'not sent yet'), ', ' order by w.created_at)
             from sandbox.delivery w where w.reference = t.reference) as deliveries
        from sandbox.transaction t order by t.id desc limit 50`,
  )
}
