import { Hono } from 'hono'
import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { reviewConflicts } from '#shared/moderation.ts'
import { workKinds, workMailSchema, type Work, type WorkKind } from '#shared/work.ts'

import type { Reviews } from '../campaigns/review/reviews.ts'
import { isAwaitingUs } from '../money/disputes/dispute-rows.ts'
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
  conflicts: Pick<Conflicts, 'list'>
}

type Reader = Pick<User, 'uid' | 'email' | 'roles'>

const hourMs = 3_600_000
/** Within these hours of its beginning it should be decided. Disputes have the deadline of the bank. */
const hours: Partial<Record<WorkKind, number>> = {
  campaigns: 4,
  changes: 4,
  reports: 72,
  appeals: 72,
}

const waitingRow = z.object({
  kind: z.enum(workKinds),
  campaignId: z.nullable(z.string()),
  ownerUid: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  at: z.date(),
  dueAt: z.nullable(z.date()),
})
type Waiting = z.output<typeof waitingRow>

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
  const { database, content, outbox, publicUrl, now } = deps
  const read = async (reader: Reader): Promise<Work> => {
    const waiting = await listWaiting(deps, reader)
    const wanted = await database.row(
      z.object({ isMailed: z.boolean() }),
      sql`select coalesce(bool_or(mails_work), false) as "isMailed" from account_role where uid = ${reader.uid}`,
    )
    const kinds = workKinds.flatMap((kind) => {
      const found = waiting.filter((each) => each.kind === kind)
      const oldest = findFirst(found.map(({ at }) => at))
      if (!oldest) return []
      const due = findFirst(found.map((each) => getDue(each)).filter((at) => at !== null))
      const dueAt = due?.toISOString() ?? null
      return [{ kind, count: found.length, oldestAt: oldest.toISOString(), dueAt }]
    })
    return { kinds, isMailed: wanted?.isMailed ?? false }
  }
  const task: Task = {
    name: 'mail-work',
    lane: 'maintenance',
    cron: '0 6 * * *',
    async run() {
      const staff = await database.rows(
        z.object({
          uid: z.string(),
          email: z.string(),
          roles: z.array(z.enum(['reviewer', 'admin'])),
        }),
        sql`select uid, email, array_agg(role) as roles from account_role join account using (uid)
            where not disabled group by uid, email having bool_or(mails_work)`,
      )
      for (const person of staff) {
        const { kinds } = await read(person)
        if (kinds.length === 0 || !(await content.findUserByUid(person.uid))) continue
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

const findFirst = (dates: readonly Date[]): Date | undefined =>
  dates.toSorted((one, other) => one.getTime() - other.getTime())[0]

function getDue({ kind, at, dueAt }: Waiting): Date | null {
  const limit = hours[kind]
  return limit === undefined ? dueAt : new Date(at.getTime() + limit * hourMs)
}

async function listWaiting(deps: Deps, reader: Reader): Promise<Waiting[]> {
  const { database, conflicts, payments, reviews } = deps
  const selects = [
    cases,
    appeals,
    toDisputes(payments.mode),
    ...(reader.roles.includes('admin') ? toOfAdmins(payments.mode, reader.uid) : []),
  ]
  const [rows, decidable] = await Promise.all([
    database.rows(waitingRow, joinSql(selects, sql` union all `)),
    reviews.listDecidable(reader),
  ])
  const subjects = rows.flatMap(({ campaignId, ownerUid }) =>
    campaignId === null ? [] : [{ id: campaignId, ownerUid }],
  )
  const found = await conflicts.list(database, reader, subjects)
  const isOwn = ({ kind, campaignId, decidedBy }: Waiting) => {
    const own = (campaignId !== null && found.get(campaignId)) || []
    const blocking = kind === 'disputes' ? own.filter((one) => reviewConflicts.includes(one)) : own
    return blocking.length === 0 && decidedBy !== reader.uid
  }
  const ofCampaigns = decidable.map(({ kind, submittedAt }): Waiting => ({
    kind: kind === 'change' ? 'changes' : 'campaigns',
    campaignId: null,
    ownerUid: null,
    decidedBy: null,
    at: new Date(submittedAt),
    dueAt: null,
  }))
  return [...rows.filter(isOwn), ...ofCampaigns]
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
  writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: 'What waits for you on Ajo',
    paragraphs: [
      ...kinds.map(
        ({ kind, count, oldestAt }) =>
          `${count} ${names[kind]}, the oldest since ${lagosDay(new Date(oldestAt))}.`,
      ),
      { label: 'Open the list', url },
    ],
  })

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
