import { brand } from '#shared/brand.ts'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { reviewConflicts } from '#shared/moderation.ts'
import type { ReviewRow } from '#shared/review.ts'
import { decisionHours, workKinds, workMailSchema, type Work, type WorkKind } from '#shared/work.ts'

import type { Reviews } from '../campaigns/review/reviews.ts'
import { isAwaitingUs } from '../money/disputes/disputes.ts'
import { joinSql, sql, type Sql } from '../platform/database/sql.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { writeMail, staffLanguage } from '../platform/mail/write-mail.ts'
import { toUser, type User } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { Task } from '../platform/queue/queue.ts'
import type { Foundation } from '../providers/foundation.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Conflicts } from './moderation/conflicts.ts'

type Deps = Pick<Foundation, 'database' | 'content' | 'outbox' | 'publicUrl' | 'now'> & {
  payments: Pick<Payments, 'mode'>
  reviews: Pick<Reviews, 'listDecidable'>
  conflicts: Pick<Conflicts, 'select'>
}

type Reader = Pick<User, 'uid' | 'email' | 'roles'>

const hourMs = 3_600_000
const hours: Partial<Record<WorkKind, number>> = decisionHours

const countedRow = z.object({
  kind: z.enum(workKinds),
  count: z.int(),
  oldestAt: z.date(),
  dueAt: z.nullable(z.date()),
})
type Counted = z.output<typeof countedRow>

const none = sql`null::text`
const cases = sql`select 'reports' as kind, campaign_id as "campaignId", owner_uid as "ownerUid", ${none} as "decidedBy", opened_at as at,
  null::timestamptz as "dueAt" from moderation_case where closed_at is null`
const appeals = sql`select 'appeals', campaign_id, owner_uid, decided_by, at, null from moderation_appeal where closed_at is null`
const toDisputes = (mode: string) => sql`
  select 'disputes', dispute.campaign_id, donation.owner_uid, null, coalesce(dispute.due_at, donation.created_at), dispute.due_at
  from provider_dispute dispute join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
  where dispute.status not in ('resolved', 'archived') and ${isAwaitingUs} and dispute.mode = ${mode}`
const toOfAdmins = (mode: string, uid: string): Sql[] => [
  sql`select 'quarantine', campaign_id, owner_uid, null, created_at, null from quarantined_payment where resolved_at is null and state = 'open'`,
  sql`select 'refunds', refund.campaign_id, donation.owner_uid, null, refund.created_at, null from refund
    join donation on donation.campaign_id = refund.campaign_id and donation.id = refund.donation_id
    where refund.mode = ${mode} and ((refund.state = 'given-up' and refund.problem is distinct from 'stopped')
      or (refund.state in ('requested', 'held') and refund.needs_second and refund.agreed_by is null
        and refund.requested_by_uid is distinct from ${uid}))`,
  sql`select 'jobs', null, null, null, failed_at, null from job.failed() where next_attempt_at is null`,
  sql`select 'emails', null, null, null, failed_at, null from mail_outbox where failed_at is not null and text is not null`,
]

/** What a reviewer or an admin can decide now, without that in which they have a conflict of interest. */
export function openWork(deps: Deps) {
  const { database, content, outbox, publicUrl, reviews, now } = deps
  const read = async (reader: Reader): Promise<Work> => {
    const [counted, decidable, isMailed = false] = await Promise.all([
      countWaiting(deps, reader),
      reviews.listDecidable(reader),
      database.value(
        z.boolean(),
        sql`select coalesce(bool_or(mails_work), false) from account_role where uid = ${reader.uid}`,
      ),
    ])
    const found = [...counted, ...countDecidable(decidable)]
    const kinds = workKinds.flatMap((kind) =>
      found.filter((each) => each.kind === kind).map(toKind),
    )
    return { kinds, isMailed }
  }
  const task: Task = {
    name: 'mail-work',
    lane: 'maintenance',
    cron: '5 * * * *',
    /** One mail a day: at seven in Lagos to those who want it, and to everyone as soon as something is overdue. */
    async run() {
      const isMorning = now().getUTCHours() === 6
      const staff = await database.rows(
        z.object({
          uid: z.string(),
          email: z.string(),
          roles: z.array(z.enum(['reviewer', 'admin'])),
          isMailed: z.boolean(),
        }),
        sql`select uid, email, array_agg(role) as roles, bool_or(mails_work) as "isMailed"
            from account_role join account using (uid) where not disabled group by uid, email`,
      )
      for (const person of staff) {
        const { kinds } = await read(person)
        const isOverdue = kinds.some(
          ({ kind, dueAt }) => kind in hours && dueAt !== null && new Date(dueAt) < now(),
        )
        const isDue = isOverdue || (isMorning && person.isMailed && kinds.length > 0)
        if (!isDue || !(await content.findUserByUid(person.uid))) continue
        const mail = workMail(person.email, kinds, new URL('/dashboard/overview', publicUrl).href)
        const key = `work ${person.uid} ${lagosDay(now())}`
        await database.transaction((queries) => outbox.enqueue(queries, mail, key))
      }
    },
  }
  return {
    task,
    read,
    /** On all roles of the person. */
    setMailed: ({ uid }: User, isMailed: boolean) =>
      database.run(sql`update account_role set mails_work = ${isMailed} where uid = ${uid}`),
  }
}

export type WorkReader = ReturnType<typeof openWork>

function toKind({ kind, count, oldestAt, dueAt }: Counted): Work['kinds'][number] {
  const limit = hours[kind]
  const due = limit === undefined ? dueAt : new Date(oldestAt.getTime() + limit * hourMs)
  return { kind, count, oldestAt: oldestAt.toISOString(), dueAt: due?.toISOString() ?? null }
}

/** Reviewers may answer disputes about campaigns that they approved. */
async function countWaiting({ database, conflicts, payments }: Deps, reader: Reader) {
  const selects = [
    cases,
    appeals,
    toDisputes(payments.mode),
    ...(reader.roles.includes('admin') ? toOfAdmins(payments.mode, reader.uid) : []),
  ]
  return database.rows(
    countedRow,
    sql`with waiting as materialized (${joinSql(selects, sql` union all `)}),
        conflict as materialized (${conflicts.select(reader, sql`any(array(select "campaignId" from waiting))`)})
      select kind, count(*) as count, min(at) as "oldestAt", min("dueAt") as "dueAt" from waiting
      where "ownerUid" is distinct from ${reader.uid} and "decidedBy" is distinct from ${reader.uid}
        and not exists (select from conflict where conflict."campaignId" = waiting."campaignId"
          and (kind <> 'disputes' or conflict = any(${[...reviewConflicts]})))
      group by kind`,
  )
}

function countDecidable(rows: readonly ReviewRow[]): Counted[] {
  const byKind = Map.groupBy(rows, ({ kind }) => (kind === 'change' ? 'changes' : 'campaigns'))
  return [...byKind].map(([kind, found]) => {
    const oldest = Math.min(...found.map(({ submittedAt }) => Date.parse(submittedAt)))
    return { kind, count: found.length, oldestAt: new Date(oldest), dueAt: null }
  })
}

const names: Record<WorkKind, string> = {
  disputes: 'disputes of banks',
  appeals: 'appeals',
  reports: 'reported campaigns',
  campaigns: 'campaigns to review',
  changes: 'changes to review',
  quarantine: 'payments on hold',
  refunds: 'refunds in trouble',
  jobs: 'failed jobs',
  emails: 'failed emails',
}

/** Names no campaign and no person. */
export const workMail = (to: string, kinds: Work['kinds'], url: string) =>
  writeMail({ to, language: staffLanguage, reason: 'staff' }, `What waits for you on ${brand}`, [
    ...kinds.map(
      ({ kind, count, oldestAt }) =>
        `${count} ${names[kind]}, the oldest since ${lagosDay(new Date(oldestAt))}.`,
    ),
    { label: 'Open the list', url },
  ])

/** /api/work: what waits for its reader, and whether a daily mail tells it. */
export function workRoutes({ work }: { work: WorkReader }) {
  return new Hono<Env>()
    .get('/', gate(may.readWork, noSubject), async (c) =>
      c.json(await work.read(toUser(c.var.actor))),
    )
    .put('/mail', gate(may.setWorkMail, noSubject), async (c) => {
      const { isMailed } = await jsonBody(c, workMailSchema)
      await work.setMailed(toUser(c.var.actor), isMailed)
      return c.body(null, 204)
    })
}
