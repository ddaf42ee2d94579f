import * as z from 'zod/mini'

import { reasonFiguresSchema, yearSchema, type YearlyFigures } from '#shared/moderation.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { joinNextCall } from '../../platform/runtime/single-flight.ts'

type Deps = { database: Database; mode: string; now: () => Date }

/** Figures of whole tables are counted at most this often in a process. */
const cachedMs = 10 * 60_000

/** What Ajo decided about campaigns in each year, counted from its own tables. Years are those of Lagos. */
export function openYearlyFigures(deps: Deps) {
  const once = joinNextCall<YearlyFigures[]>()
  let cached: { years: YearlyFigures[]; until: number } | undefined
  return {
    async read(): Promise<YearlyFigures[]> {
      const now = deps.now().getTime()
      if (cached && now < cached.until) return cached.years
      const years = await once('years', () => countYears(deps))
      cached = { years, until: now + cachedMs }
      return years
    },
  }
}

const toYear = (column: Sql) => sql`extract(year from lagos_day(${column}))::integer`

const reviewRow = z.object({
  year: z.int(),
  submitted: z.int(),
  approved: z.int(),
  rejected: z.int(),
  medianHoursToReview: z.nullable(z.number()),
})
const reportRow = z.extend(reasonFiguresSchema, { year: z.int() })
const closedRow = z.object({ year: z.int(), medianHoursToClose: z.number() })
const decisionRow = z.object({
  year: z.int(),
  kind: z.string(),
  ground: z.nullable(z.string()),
  count: z.int(),
})
const appealRow = z.pick(yearSchema, { year: true, appeals: true, upheld: true, overturned: true })
const refundRow = z.pick(yearSchema, { year: true, refunds: true, refundedKobo: true })

async function countYears({ database, mode }: Deps): Promise<YearlyFigures[]> {
  const reviews = await database.rows(reviewRow, reviewsQuery)
  const reports = await database.rows(reportRow, reportsQuery)
  const closed = await database.rows(closedRow, closedQuery)
  const decisions = await database.rows(decisionRow, decisionsQuery)
  const appeals = await database.rows(appealRow, appealsQuery)
  const refunds = await database.rows(refundRow, toRefundsQuery(mode))

  const all = [reviews, reports, closed, decisions, appeals, refunds].flat()
  const years = [...new Set(all.map(({ year }) => year))].toSorted((one, other) => other - one)
  const findYear = <Row extends { year: number }>(rows: readonly Row[], year: number) =>
    rows.find((row) => row.year === year)
  return years.map((year) => ({
    ...noFigures,
    ...findYear(reviews, year),
    ...findYear(closed, year),
    ...findYear(appeals, year),
    ...findYear(refunds, year),
    year,
    reports: reports.filter((row) => row.year === year),
    freezes: findDecisions(decisions, year, 'freeze').reduce((sum, { count }) => sum + count, 0),
    takedowns: Object.fromEntries(
      findDecisions(decisions, year, 'takedown').map(({ ground, count }) => [ground ?? '', count]),
    ),
  }))
}

const noFigures = {
  submitted: 0,
  approved: 0,
  rejected: 0,
  medianHoursToReview: null,
  medianHoursToClose: null,
  appeals: 0,
  upheld: 0,
  overturned: 0,
  refunds: 0,
  refundedKobo: 0,
}

function findDecisions(rows: readonly z.output<typeof decisionRow>[], year: number, kind: string) {
  return rows.filter((row) => row.year === year && row.kind === kind)
}

/** The time to a decision is counted from the last submission or answer before it. */
const reviewsQuery = sql`
  select ${toYear(sql`entry.at`)} as year,
    count(*) filter (where event = 'submit') as submitted,
    count(*) filter (where event = 'approve') as approved,
    count(*) filter (where event = 'reject') as rejected,
    round((percentile_cont(0.5) within group (order by extract(epoch from entry.at - since.at) / 3600)
      filter (where event in ('approve', 'reject')))::numeric, 1)::float8 as "medianHoursToReview"
  from campaign_history entry
  left join lateral (
    select max(earlier.at) as at from campaign_history earlier
    where entry.event in ('approve', 'reject') and earlier.campaign_id = entry.campaign_id and earlier.at <= entry.at
      and earlier.event in ('submit', 'resubmit', 'answer')) since on true
  where event in ('submit', 'approve', 'reject') group by 1`

const reportsQuery = sql`
  select ${toYear(sql`report.at`)} as year, reason, count(*) as received,
    count(*) filter (where outcome = 'dismissed') as dismissed,
    count(*) filter (where outcome <> 'dismissed') as acted,
    count(*) filter (where outcome is null) as open
  from campaign_report report left join moderation_case on moderation_case.id = report.case_id
  group by 1, 2 order by 1, 2`

const closedQuery = sql`
  select ${toYear(sql`closed_at`)} as year,
    round((percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 3600))::numeric, 1)::float8
      as "medianHoursToClose"
  from moderation_case where closed_at is not null group by 1`

const decisionsQuery = sql`
  select ${toYear(sql`at`)} as year, kind, ground, count(*) from moderation_decision group by 1, 2, 3 order by 1, 2, 3`

const appealsQuery = sql`
  select ${toYear(sql`at`)} as year, count(*) as appeals, count(*) filter (where outcome = 'upheld') as upheld,
    count(*) filter (where outcome = 'overturned') as overturned
  from moderation_appeal group by 1`

const toRefundsQuery = (mode: string) => sql`
  select ${toYear(sql`created_at`)} as year, count(*) as refunds, sum(amount_kobo)::bigint as "refundedKobo"
  from refund where mode = ${mode} and state = 'processed' group by 1`
