import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { AuditLogEntry } from '#shared/admin.ts'

import type { Queries, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type Action = {
  uid: string
  action:
    | 'replay-webhook'
    | 'run-ledger-checks'
    | 'credit'
    | 'refund'
    | 'dismiss'
    | 'retry-email'
    | 'retry-job'
    | 'acknowledge-difference'
    | 'write-off'
    | 'retry-refund'
    | 'remove-suppression'
  subject: string
  reason?: string
  at: Date
}

/** Call it in the transaction that performs the action, so that no action lacks its entry. */
export async function recordAction(
  { run }: Transaction,
  { uid, action, subject, reason = '', at }: Action,
): Promise<void> {
  await run(sql`
    insert into audit_log (id, uid, action, subject, reason, at)
    values (${randomUUID()}, ${uid}, ${action}, ${subject}, ${reason}, ${at})`)
}

const rowSchema = z.object({
  id: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  at: z.date(),
})

/** The latest 50 entries, newest first. */
export async function listAuditLog(queries: Queries): Promise<AuditLogEntry[]> {
  const entries = await queries.rows(
    rowSchema,
    sql`select id, action, subject, reason, at from audit_log order by at desc, id limit 50`,
  )
  return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}
