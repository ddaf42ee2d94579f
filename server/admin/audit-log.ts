import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { OperatorAct } from '#shared/admin.ts'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type Act = {
  uid: string
  act: 'replay' | 'prove' | 'credit' | 'refund' | 'dismiss' | 'retry-mail'
  subject: string
  reason?: string
  at: Date
}

/** Notes what an operator did, in the transaction that does it. */
export async function recordAct(
  { run }: Queries,
  { uid, act, subject, reason = '', at }: Act,
): Promise<void> {
  await run(sql`
    insert into operator_act (id, uid, act, subject, reason, at)
    values (${randomUUID()}, ${uid}, ${act}, ${subject}, ${reason}, ${at})`)
}

const rowSchema = z.object({
  id: z.string(),
  act: z.string(),
  subject: z.string(),
  reason: z.string(),
  at: z.date(),
})

/** Newest first. */
export async function listActs(queries: Queries): Promise<OperatorAct[]> {
  const acts = await queries.rows(
    rowSchema,
    sql`select id, act, subject, reason, at from operator_act order by at desc, id limit 50`,
  )
  return acts.map((act) => ({ ...act, at: act.at.toISOString() }))
}
