import * as z from 'zod/mini'

import { caseAssignments, caseStates } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'

import { joinSql, sql, type Sql } from '../../../platform/database/sql.ts'

const cursor = z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)

/** The query of GET /api/cases. */
export const caseFilterSchema = z.object({
  state: z._default(z.enum(caseStates), 'open'),
  reason: z.optional(z.enum(reportReasons)),
  assigned: z.optional(z.enum(caseAssignments)),
  minHours: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  reference: z.optional(z.string().check(z.maxLength(20))),
  after: cursor,
})
export type CaseFilter = z.output<typeof caseFilterSchema>

/** The query of lists that only have pages. */
export const pageSchema = z.object({ after: cursor })

/** The condition on the row `found` of moderation_case. */
export function toCaseCondition({ uid }: { uid: string }, filter: CaseFilter, now: Date): Sql {
  const { state, reason, assigned, minHours, reference, after } = filter
  const openedBefore = new Date(now.getTime() - minHours * 3_600_000)
  return joinSql(
    [
      sql`found.id > ${after}`,
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
