import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { auditLogEntrySchema, type AuditLog, type AuditSubject } from '#shared/admin.ts'
import { csvLine, csvStart } from '#shared/csv.ts'
import type { Period } from '#shared/books.ts'
import { lagosClock, lagosDay } from '#shared/day.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'

import {
  campaignTransitions,
  changeTransitions,
} from '../../campaigns/lifecycle/transition-rules.ts'
import { type ListQuery, readListPage } from '../../platform/lists/list-page.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'

/** The acts that are recorded here, by what they are about. */
const acts = {
  campaign: [
    ...(['write-off', 'owner-repayment', 'hold-payouts', 'dismiss-reports'] as const),
    ...(['strike-outside-receipt', 'strike-expense'] as const),
  ],
  donation: ['verify-donation'],
  payment: ['credit', 'refund', 'dismiss'],
  refund: ['agree-to-refund', 'stop-refund', 'retry-refund'],
  difference: ['acknowledge-difference'],
  ledger: ['run-ledger-checks', 'top-up'],
  email: ['retry-email'],
  address: ['remove-suppression'],
  job: ['retry-job'],
  webhook: ['replay-webhook'],
  person: ['end-sessions', 'erase-person', 'export-data', 'import-campaign'],
  archive: ['export-campaign'],
  store: ['move-content', 'clear-content'],
} as const satisfies Partial<Record<AuditSubject, readonly string[]>>

export type Action = {
  uid: string
  action: (typeof acts)[keyof typeof acts][number]
  subject: string
  reason?: string
  at: Date
}

const subjectOf = Object.fromEntries(
  Object.entries(acts).flatMap(([subject, names]) => names.map((name) => [name, subject])),
)

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

/** Every act that a list can hold. */
export const auditActions: readonly string[] = [
  ...Object.keys(subjectOf),
  ...staffEvents,
  'refund-donation',
  'freeze',
  'release-payouts',
  'lock-period',
]

/**
 * Acts of reviewers and admins, newest first. Decisions about campaigns, refunds and payouts have tables of their own, which the product
 * reads, so they are not written a second time.
 */
export async function listAuditLog(
  queries: Queries,
  query: StaffListQuery = {},
): Promise<AuditLog> {
  const { rows, page } = await readListPage(queries, auditLogEntrySchema, auditList, query)
  return { ...page, entries: rows }
}

/** Where acts are recorded. */
const branches: readonly Sql[] = [
  sql`select id, uid, action, regexp_replace(subject, '^campaign ', '') as subject, reason, at,
        coalesce(${JSON.stringify(subjectOf)}::jsonb ->> action, 'other') as about
      from audit_log`,
  sql`select id, actor_uid as uid, event as action, campaign_id as subject, coalesce(reason, '') as reason, at, 'campaign' as about
      from campaign_history where event = any(${staffEvents}::text[])`,
  sql`select id, coalesce(requested_by_uid, '') as uid, 'refund-donation' as action, donation_id::text as subject, reason, created_at as at,
        'donation' as about
      from refund where requested_by = 'admin' and cause = 'request'`,
  sql`select md5('moderation_decision ' || id)::uuid as id, actor_uid as uid, kind as action, campaign_id as subject, reason, at, 'campaign' as about
      from moderation_decision where kind = 'freeze'`,
  sql`select md5('payout_stop ' || id)::uuid as id, ended_by as uid, 'release-payouts' as action, campaign_id as subject, reason, ended_at as at,
        'campaign' as about
      from payout_stop where ended_by is not null`,
  sql`select md5('money_decision ' || id)::uuid as id, decided_by as uid, 'lock-period' as action, facts ->> 'until' as subject,
        facts ->> 'reason' as reason, at, 'period' as about
      from money_decision where kind = 'period-locked'`,
]

const placedEntry = z.extend(auditLogEntrySchema, { place: z.string() })

/** Every act of a period, oldest first, as a spreadsheet. */
export async function* auditLogCsv(queries: Queries, { from, to }: Period): AsyncGenerator<string> {
  yield csvStart + csvLine(['Day (Lagos)', 'Time (Lagos)', 'By', 'Action', 'Item', 'Reason'])
  const read = (last?: z.output<typeof placedEntry>) =>
    queries.rows(
      placedEntry,
      sql`select act.id::text, coalesce(account.email, act.uid) as by, action, subject, about, reason, at, at::text as place
          from (${joinSql(branches, sql` union all `)}) act left join account on account.uid = act.uid
          where at >= ${from}::date::timestamp at time zone 'Africa/Lagos' and at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'
            and (at, act.id::text) > (${last?.place ?? '-infinity'}::timestamptz, ${last?.id ?? ''}) order by at, act.id::text limit 500`,
    )
  for await (const page of eachPage(500, read))
    for (const { at, by, action, subject, reason } of page) {
      const time = new Date(at)
      yield csvLine([lagosDay(time), lagosClock(time), by, action, subject, reason])
    }
}

const auditList: ListQuery = {
  order: 'newest',
  items: branches.map(
    (
      branch,
    ) => sql`select id::text, uid, action, subject, about, reason, at, 0 as rank, action as kind,
      subject || ' ' || reason || ' ' || uid as words from (${branch}) act`,
  ),
  joins: sql`left join account on account.uid = item.uid`,
  adds: sql`, coalesce(account.email, item.uid) as by`,
}
