import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { AuditLogEntry } from '#shared/admin.ts'

import { campaignTransitions, changeTransitions } from '../campaigns/lifecycle/transition-rules.ts'
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
    | 'end-sessions'
    | 'export-data'
    | 'verify-donation'
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

/** The events of a campaign's history that reviewers and admins cause. */
const staffEvents = [
  ...new Set(
    [...campaignTransitions, ...changeTransitions]
      .filter(({ actor }) => actor === 'reviewer' || actor === 'admin')
      .map(({ event }) => event),
  ),
]

const rowSchema = z.object({
  id: z.string(),
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  at: z.date(),
})

/**
 * The latest 50 acts of reviewers and admins, newest first. Decisions about campaigns, refunds and payouts have tables of their own, which
 * the product reads, so they are not written a second time.
 */
export async function listAuditLog(queries: Queries): Promise<AuditLogEntry[]> {
  const entries = await queries.rows(
    rowSchema,
    sql`select entry.id, coalesce(account.email, entry.uid) as by, action, subject, reason, at from (
          (select id::text, uid, action, subject, reason, at from audit_log order by at desc limit 50)
          union all
          (select id::text, actor_uid, event, campaign_id, coalesce(reason, ''), at from campaign_history history
            where event = any(${staffEvents}::text[]) order by at desc limit 50)
          union all
          (select id::text, coalesce(requested_by_uid, ''), 'refund-donation', donation_id::text, reason, created_at from refund
            where requested_by = 'admin' and cause = 'request' order by created_at desc limit 50)
          union all
          (select id::text, actor_uid, kind, campaign_id, reason, at from moderation_decision where kind = 'freeze' order by at desc limit 50)
          union all
          (select id::text, ended_by, 'release-payouts', campaign_id, reason, ended_at from payout_stop
            where ended_by is not null order by ended_at desc limit 50)) entry
        left join account on account.uid = entry.uid
        order by at desc, entry.id limit 50`,
  )
  return entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}
