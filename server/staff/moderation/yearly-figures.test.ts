import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { yearlyFiguresSchema } from '#shared/moderation.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { as, visitor } from '#test/support/people/people.ts'

const { database, owner } = await freshDatabase()
let passedMs = 0
const { app } = await openCampaignApp(database, { now: () => new Date(Date.now() + passedMs) })

beforeEach(() => {
  passedMs += 11 * 60_000
})

async function readYears() {
  const response = await as(app, visitor)('/api/transparency')
  return z.parse(yearlyFiguresSchema, await response.json()).years
}

const insertHistory = (campaignId: string, event: string, at: string) =>
  owner.run(sql`
    insert into campaign_history (campaign_id, id, event, to_status, actor_uid, at)
    values (${campaignId}, ${randomUUID()}, ${event}, 'pending', 'someone', ${at}::timestamptz)`)

type Case = { opened: string; closed?: string; outcome?: string }
async function insertCase(
  campaignId: string,
  { opened, closed, outcome }: Case,
  reasons: string[],
) {
  const row = await owner.row(
    z.object({ id: z.int() }),
    sql`insert into moderation_case (campaign_id, title, opened_at, closed_at, outcome)
      values (${campaignId}, 'A well', ${opened}::timestamptz, ${closed ?? null}::timestamptz, ${outcome ?? null})
      returning id`,
  )
  for (const reason of reasons)
    await owner.run(sql`
      insert into campaign_report (campaign_id, id, case_id, reason, details, at)
      values (${campaignId}, ${randomUUID()}, ${row?.id}, ${reason}, 'The photos', ${opened}::timestamptz)`)
  return row?.id
}

const insertTakedown = (caseId: number | undefined, ground: string, at: string, ended?: string) =>
  owner.run(sql`
    insert into moderation_decision (
      campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before, ended_at)
    select campaign_id, id, 'takedown', ${ground}, 'Stolen', 'Stolen', '{}', 'someone', ${at}::timestamptz, 'approved',
      ${ended ?? null}::timestamptz from moderation_case where id = ${caseId}`)

const insertFreeze = (caseId: number | undefined, at: string) =>
  owner.run(sql`
    insert into moderation_decision (campaign_id, case_id, kind, reason, report_reasons, actor_uid, at)
    select campaign_id, id, 'freeze', 'A question', '{}', 'someone', ${at}::timestamptz
    from moderation_case where id = ${caseId}`)

const insertAppeal = (campaignId: string, at: string, outcome: string | null) =>
  owner.run(sql`
    insert into moderation_appeal (
      campaign_id, owner_uid, kind, decided_by, decided_at, text, at, outcome, reason, closed_by, closed_at)
    values (${campaignId}, 'ada', 'takedown', 'someone', ${at}::timestamptz, 'The photos are ours.', ${at}::timestamptz,
      ${outcome}, 'No', 'other', case when ${outcome}::text is null then null else ${at}::timestamptz end)`)

/** Without the donations that the refunds belong to. */
async function insertRefunds(refunds: [at: string, kobo: number, state: string, mode: string][]) {
  const client = await owner.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const [index, [at, kobo, state, mode]] of refunds.entries())
      await client.query(
        `insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo,
          reason, state, problem, refund_id, created_at, next_attempt_at)
        values ('a', $1, $2, $3, sha256('a'), sha256('a'), 'owner', 'request', $4, '', $5, 'refused', $7, $6,
          case when $5 in ('processed', 'given-up') then null else now() end)`,
        [randomUUID(), randomUUID(), mode, kobo, state, at, index],
      )
  } finally {
    await client.query('set session_replication_role = default')
    client.release()
  }
}

it('shows no year before anything has happened', async () => {
  expect(await readYears()).toEqual([])
})

it('counts reviews, reports, decisions, appeals and refunds by the year in Lagos', async () => {
  // Reviewed after 10, 20 and 60 hours, the last counted from the answer.
  await insertHistory('a', 'submit', '2025-03-01T00:00:00Z')
  await insertHistory('a', 'approve', '2025-03-01T10:00:00Z')
  await insertHistory('b', 'submit', '2025-03-02T00:00:00Z')
  await insertHistory('b', 'reject', '2025-03-02T20:00:00Z')
  await insertHistory('c', 'submit', '2025-03-03T00:00:00Z')
  await insertHistory('c', 'ask', '2025-03-04T00:00:00Z')
  await insertHistory('c', 'answer', '2025-03-10T00:00:00Z')
  await insertHistory('c', 'approve', '2025-03-12T12:00:00Z')
  // In Lagos it is 2026 already.
  await insertHistory('d', 'submit', '2025-12-31T23:30:00Z')

  const dismissed = { opened: '2025-04-01T00:00:00Z', closed: '2025-04-01T06:00:00Z' }
  await insertCase('a', { ...dismissed, outcome: 'dismissed' }, ['fraud', 'fraud', 'other'])
  const acted = { opened: '2025-05-01T00:00:00Z', closed: '2025-05-02T00:00:00Z' }
  const takenDown = await insertCase('b', { ...acted, outcome: 'taken-down' }, ['fraud'])
  const late = { opened: '2025-12-31T20:00:00Z', closed: '2026-01-01T06:00:00Z' }
  const frozen = await insertCase('c', { ...late, outcome: 'frozen' }, ['untrue'])
  await insertCase('d', { opened: '2025-06-01T00:00:00Z' }, ['other', 'other'])

  await insertTakedown(takenDown, 'fraud', '2025-05-02T00:00:00Z', '2025-05-09T00:00:00Z')
  await insertTakedown(takenDown, 'rights', '2025-06-02T00:00:00Z')
  await insertFreeze(frozen, '2026-01-01T06:00:00Z')
  await insertAppeal('a', '2025-07-01T00:00:00Z', 'upheld')
  await insertAppeal('b', '2025-07-02T00:00:00Z', 'overturned')
  await insertAppeal('c', '2025-07-03T00:00:00Z', null)
  await insertRefunds([
    ['2025-08-01T00:00:00Z', 5_000_00, 'processed', 'sandbox'],
    ['2025-08-02T00:00:00Z', 7_500_00, 'processed', 'sandbox'],
    ['2025-08-03T00:00:00Z', 1_000_00, 'given-up', 'sandbox'],
    ['2025-08-04T00:00:00Z', 2_000_00, 'processed', 'live'],
  ])

  const nothing = {
    approved: 0,
    rejected: 0,
    medianHoursToReview: null,
    reports: [],
    freezes: 0,
    takedowns: {},
    appeals: 0,
    upheld: 0,
    overturned: 0,
    refunds: 0,
    refundedKobo: 0,
  }
  const year2025 = { year: 2025, submitted: 3, approved: 2, rejected: 1, medianHoursToReview: 20 }
  expect(await readYears()).toEqual([
    { ...nothing, year: 2026, submitted: 1, medianHoursToClose: 10, freezes: 1 },
    {
      ...nothing,
      ...year2025,
      reports: [
        { reason: 'fraud', received: 3, dismissed: 2, acted: 1, open: 0 },
        { reason: 'other', received: 3, dismissed: 1, acted: 0, open: 2 },
        { reason: 'untrue', received: 1, dismissed: 0, acted: 1, open: 0 },
      ],
      medianHoursToClose: 15,
      takedowns: { fraud: 1, rights: 1 },
      appeals: 3,
      upheld: 1,
      overturned: 1,
      refunds: 2,
      refundedKobo: 12_500_00,
    },
  ])
})

it('counts at most once in ten minutes', async () => {
  expect(await readYears()).toEqual([])
  await insertHistory('a', 'submit', '2025-03-01T00:00:00Z')
  expect(await readYears()).toEqual([])
  passedMs += 10 * 60_000
  expect(await readYears()).toMatchObject([{ year: 2025, submitted: 1 }])
})
