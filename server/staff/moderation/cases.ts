import * as z from 'zod/mini'

import {
  caseOutcomes,
  caseAssignments,
  caseReportSchema,
  caseStates,
  type CaseAction,
  type CaseReports,
  type Conflict,
  type ModerationCase,
  type CaseOutcome,
} from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { staffListQuerySchema } from '#shared/staff-list.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { sql, joinSql, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { readListPage } from '../../platform/lists/list-page.ts'
import type { User } from '../../platform/policy/actor.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findNames } from '../../providers/content/find-names.ts'
import type { Conflicts } from './conflicts.ts'

const reportRows = 50

const caseRow = z.object({
  id: z.coerce.number(),
  campaignId: z.string(),
  title: z.string(),
  ownerUid: z.nullable(z.string()),
  openedAt: z.date(),
  closedAt: z.nullable(z.date()),
  outcome: z.nullable(z.enum(caseOutcomes)),
  assignedTo: z.nullable(z.string()),
  reports: z.int(),
  isFrozen: z.boolean(),
  unfreezeAskedBy: z.nullable(z.string()),
})
type CaseRow = z.output<typeof caseRow>

type CasesDeps = {
  database: Database
  content: Pick<ContentStore, 'findCampaign' | 'findUserByUid'>
  conflicts: Conflicts
}

/** The queue of reported campaigns. A case stays in it until it is closed, also after its campaign was deleted. */
export function openCases(deps: CasesDeps) {
  const { database } = deps
  return {
    /** Those with the most reports first, then the oldest. */
    async listPage(reader: User, filter: CaseFilter, now: Date) {
      const items = sql`
        select found.id::text, (select -count(*) from campaign_report where case_id = found.id) as rank, found.opened_at as at,
          'case' as kind, found.title as words, found.campaign_id as "campaignId", found.title, found.owner_uid as "ownerUid",
          found.opened_at as "openedAt", found.closed_at as "closedAt", found.outcome, found.assigned_to as "assignedTo"
        from moderation_case found where ${toCaseCondition(reader, filter, now)}`
      const list = {
        items: [items],
        adds: sql`, -item.rank as reports, paused.campaign_id is not null as "isFrozen", paused.unfreeze_asked_by as "unfreezeAskedBy"`,
        joins: sql`left join campaign_freeze paused on paused.campaign_id = item."campaignId"`,
      }
      const { rows, page } = await readListPage(database, caseRow, list, filter)
      return { ...page, cases: await toCases(deps, reader, rows) }
    },

    /** Oldest first. */
    async listReports({ id }: { id: number }, after: number): Promise<CaseReports> {
      const rows = await database.rows(
        caseReportSchema,
        sql`select number, id, reference, reason, details, at from campaign_report
          where case_id = ${id} and number > ${after} order by number limit ${reportRows + 1}`,
      )
      const reports = rows.slice(0, reportRows)
      return { reports, next: rows.length > reportRows ? (reports.at(-1)?.number ?? null) : null }
    },

    /** Null releases the case. */
    async assign({ id }: { id: number }, uid: string | null): Promise<void> {
      const changed = await database.run(
        sql`update moderation_case set assigned_to = ${uid} where id = ${id} and closed_at is null`,
      )
      if (changed === 0) throw new Refused('already-reviewed')
    },
  }
}

async function toCases(
  { database, content, conflicts }: CasesDeps,
  reader: User,
  rows: CaseRow[],
): Promise<ModerationCase[]> {
  const campaigns = new Map<string, StoredCampaign | undefined>()
  await Promise.all(
    rows.map(async ({ campaignId }) =>
      campaigns.set(campaignId, await content.findCampaign(campaignId)),
    ),
  )
  const subjects = rows.map(({ campaignId, ownerUid }) => ({
    id: campaignId,
    ownerUid: campaigns.get(campaignId)?.ownerUid ?? ownerUid,
  }))
  const found = await conflicts.list(database, reader, subjects)
  const names = await findNames(
    content,
    rows.flatMap(({ assignedTo }) => assignedTo ?? []),
  )
  return rows.map((listed) => {
    const { ownerUid: _owner, unfreezeAskedBy, ...row } = listed
    const campaign = campaigns.get(row.campaignId)
    const own = found.get(row.campaignId) ?? []
    return {
      ...row,
      slug: campaign?.slug ?? null,
      title: campaign?.title ?? row.title,
      status: campaign?.status ?? null,
      openedAt: row.openedAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
      assignedTo:
        row.assignedTo === null
          ? null
          : { isMe: row.assignedTo === reader.uid, name: names.get(row.assignedTo) ?? '' },
      isUnfreezeAsked: unfreezeAskedBy !== null,
      conflicts: own,
      actions: listActions(listed, campaign, {
        own,
        uid: reader.uid,
        isAdmin: reader.roles.includes('admin'),
      }),
    }
  })
}

type Reader = { own: readonly Conflict[]; uid: string; isAdmin: boolean }

function listActions(
  row: CaseRow,
  campaign: StoredCampaign | undefined,
  { own, uid, isAdmin }: Reader,
): CaseAction[] {
  if (own.length > 0) return []
  const { closedAt, assignedTo, isFrozen } = row
  const isOpen = closedAt === null
  const status = campaign?.status
  const isTakenDown = status === 'taken-down'
  const isPublic = status === 'approved' || status === 'ended'
  const possible: Partial<Record<CaseAction, boolean>> = {
    assign: isOpen && assignedTo === null,
    release: isOpen && assignedTo !== null,
    dismiss: isOpen,
    freeze: isPublic && !isFrozen,
    takedown: isPublic || status === 'cancelled',
    restore: isTakenDown,
    cancel: isAdmin && (isPublic || isTakenDown),
  }
  const actions = (Object.keys(possible) as CaseAction[]).filter((action) => possible[action])
  return campaign && !isTakenDown ? [...actions, ...listUnfreezes(row, uid)] : actions
}

/** One person asks, another one confirms. */
function listUnfreezes({ isFrozen, unfreezeAskedBy }: CaseRow, uid: string): CaseAction[] {
  if (!isFrozen) return []
  if (unfreezeAskedBy === null) return ['unfreeze']
  return unfreezeAskedBy === uid ? [] : ['confirm-unfreeze']
}

const cursor = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

export const caseFilterSchema = z.extend(staffListQuerySchema, {
  state: z._default(z.enum(caseStates), 'open'),
  reason: z.optional(z.enum(reportReasons)),
  assigned: z.optional(z.enum(caseAssignments)),
  minHours: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  reference: z.optional(z.string().check(z.maxLength(20))),
})
type CaseFilter = z.output<typeof caseFilterSchema>

/** The query of lists that only have pages. */
export const pageSchema = z.object({ after: cursor })

/** The condition on the row `found` of moderation_case. */
function toCaseCondition({ uid }: { uid: string }, filter: CaseFilter, now: Date): Sql {
  const { state, reason, assigned, minHours, reference } = filter
  const openedBefore = new Date(now.getTime() - minHours * 3_600_000)
  return joinSql(
    [
      states[state],
      ...(assigned === 'me' ? [sql`found.assigned_to = ${uid}`] : []),
      ...(assigned === 'nobody' ? [sql`found.assigned_to is null`] : []),
      ...(minHours > 0 ? [sql`found.opened_at <= ${openedBefore}`] : []),
      ...(reason
        ? [
            sql`exists (select from campaign_report report where report.case_id = found.id and report.reason = ${reason})`,
          ]
        : []),
      ...(reference
        ? [
            sql`found.id = (select case_id from campaign_report report where report.reference = ${reference.trim().toUpperCase()})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

const inForce = (kind: Sql) => sql`exists (
  select from moderation_decision decision
  where decision.case_id = found.id and decision.kind = ${kind} and decision.ended_at is null)`

const states: Record<CaseFilter['state'], Sql> = {
  open: sql`found.closed_at is null`,
  closed: sql`found.closed_at is not null`,
  frozen: inForce(sql`'freeze'`),
  'taken-down': inForce(sql`'takedown'`),
  all: sql`true`,
}

/** Mails the outcomes to the reporters of closed cases. */
export const reportOutcomesJob = { task: 'mail-report-outcomes', key: 'mail-report-outcomes' }

const caseSubjectRow = z.object({
  id: z.int(),
  campaignId: z.string(),
  title: z.string(),
  ownerUid: z.nullable(z.string()),
  closedAt: z.nullable(z.date()),
  outcome: z.nullable(z.enum(caseOutcomes)),
})

/** Of a case or an appeal. */
export const idPattern = /^[1-9]\d{0,14}$/

/** A case outlives its campaign. `conflicts` are those of the reviewer who asks. */
export type CaseSubject = z.output<typeof caseSubjectRow> & {
  campaign: StoredCampaign | undefined
  conflicts: readonly Conflict[]
}

export async function findCase(queries: Queries, id: string) {
  if (!idPattern.test(id)) return undefined
  return queries.row(
    caseSubjectRow,
    sql`select id, campaign_id as "campaignId", title, owner_uid as "ownerUid", closed_at as "closedAt", outcome
      from moderation_case where id = ${Number(id)}`,
  )
}

type Closing = { campaignId: string; outcome: CaseOutcome; uid: string; at: Date }

/** Closes the campaign's open case with all its reports. Returns its id, or undefined where none is open. */
export async function closeCase(
  queries: Transaction,
  { campaignId, outcome, uid, at }: Closing,
): Promise<number | undefined> {
  const closed = await queries.value(
    z.int(),
    sql`update moderation_case set closed_at = ${at}, closed_by = ${uid}, outcome = ${outcome}
      where campaign_id = ${campaignId} and closed_at is null returning id`,
  )
  if (closed === undefined) return undefined
  await queries.run(
    sql`update campaign_report set resolved_at = ${at}, resolved_by = ${uid},
        outcome_due = reporter_uid is not null or reporter_email_sealed is not null
      where case_id = ${closed} and resolved_at is null`,
  )
  await enqueueJob(queries, reportOutcomesJob)
  return closed
}
