import { randomUUID } from 'node:crypto'

import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { kobo } from '#shared/money.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { maxBulk } from '#shared/staff-list-limits.ts'
import { workSchema, type WorkKind } from '#shared/work.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  dada,
  type Person,
} from '#test/support/people/people.ts'

/** `npm run test:long` has as many of each kind as after a bad week. */
const size = process.env['TESTS'] === 'quick' ? 60 : 1_000
const jobs = size === 1_000 ? 500 : 60
const endorsed = 48

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let first: Person
let second: Person
let admin: Person
const ids: string[] = []
const heavy = size - 7
const toReference = (number: number) => `T-${String(number).padStart(6, '0')}`

beforeAll(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  await createPerson(database, ada)
  first = await createPerson(database, chidi)
  second = await createPerson(database, { ...bola, roles: ['reviewer'] })
  admin = await createPerson(database, dada)
  const goal = kobo(30_000_000_00)
  for (let number = 0; number < size; number++) {
    const createdAt = new Date(at.clock.now.getTime() - (size - number) * 60_000)
    // eslint-disable-next-line no-await-in-loop -- one campaign after the other, so that their order is known
    ids.push((await insertCampaignBy(at.content, ada, 'pending', { goal, createdAt })).id)
  }
  // One reviewer has approved the oldest, which wait for another one.
  await owner.run(sql`
    insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, at)
    select id, gen_random_uuid(), 'endorse', 'pending', 'pending', ${chidi.uid}, now() from unnest(${ids.slice(0, endorsed)}::text[]) id`)
  await owner.run(sql`
    insert into moderation_case (campaign_id, title, owner_uid, opened_at)
    select 'reported-' || number, 'Reported ' || number, ${ada.uid}, now() - (${size} - number) * interval '1 minute'
    from generate_series(1, ${size}) number order by number`)
  await owner.run(sql`
    insert into campaign_report (campaign_id, id, reason, details, at, case_id, reference)
    select campaign_id, gen_random_uuid(), 'fraud', 'The photos', opened_at, id, 'R-' || id || '-' || copy
    from moderation_case, generate_series(1, case when title = ${`Reported ${heavy}`} then 50 else 1 end) copy`)
  await owner.run(sql`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, seen, created_at)
    select gen_random_uuid(), ${at.provider.payments.mode}, 'T-' || lpad(number::text, 6, '0'), number, 'unknown-reference', '{"amount": 500000}',
      now() - (${size} - number) * interval '1 minute' from generate_series(1, ${size}) number`)
  await owner.run(sql`
    insert into mail_outbox (id, subject, text, failed_at, last_error)
    select gen_random_uuid(), 'A mail', 'Text', now() - number * interval '1 minute', 'SMTP 550' from generate_series(1, ${size}) number`)
  await owner.run(sql`
    select graphile_worker.add_job('send-refunds', max_attempts => 3) from generate_series(1, ${jobs})`)
  await owner.run(
    sql`select graphile_worker.add_job('mail-reset', max_attempts => 3) from generate_series(1, 5)`,
  )
  await owner.run(
    sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'no response'`,
  )
}, 600_000)

const pageSchema = z.looseObject({ total: z.int(), next: z.nullable(z.string()) })

async function read(who: Person, path: string): Promise<unknown> {
  const answer = await as(at.app, who)(`/api${path}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** All ids of a list, page by page, with the total that the first page says. */
async function walk(who: Person, path: string, field: string) {
  const found: string[] = []
  let total: number | undefined
  let next: string | null = ''
  while (next !== null) {
    const separator = path.includes('?') ? '&' : '?'
    // eslint-disable-next-line no-await-in-loop -- a page begins where the last one ended
    const answer: unknown = await read(who, `${path}${separator}limit=0&after=${next}`)
    const page: z.output<typeof pageSchema> = z.parse(pageSchema, answer)
    total ??= page.total
    next = page.next
    for (const { id } of page[field] as { id: string | number }[]) found.push(String(id))
  }
  expect({ path, total, different: new Set(found).size }).toEqual({
    path,
    total: found.length,
    different: found.length,
  })
  return found
}

const count = async (who: Person) => {
  const { kinds } = z.parse(workSchema, await read(who, '/work'))
  return Object.fromEntries(kinds.map((each) => [each.kind, each.count])) as Record<
    WorkKind,
    number | undefined
  >
}

it('counts what each person can decide now', async () => {
  expect(await count(first)).toEqual({ reports: size, campaigns: size - endorsed })
  expect(await count(second)).toEqual({ reports: size, campaigns: size })
  expect(await count(admin)).toEqual({
    reports: size,
    campaigns: size,
    quarantine: size,
    jobs: jobs + 5,
    emails: size,
  })
}, 120_000)

it('reaches every item of every list, each once', async () => {
  for (const who of [first, second, admin]) {
    expect((await walk(who, '/reviews', 'rows')).toSorted()).toEqual(ids.toSorted())
    expect(await walk(who, '/cases', 'cases')).toHaveLength(size)
  }
  expect(await walk(admin, '/admin/quarantine', 'quarantine')).toHaveLength(size)
  expect(await walk(admin, '/admin/emails', 'undelivered')).toHaveLength(size)
  expect(await walk(admin, '/admin/jobs', 'jobs')).toHaveLength(jobs + 5)
}, 300_000)

it('shows a reviewer who approved the oldest campaigns the others first', async () => {
  const queue = z.parse(reviewQueueSchema, await read(first, '/reviews'))
  expect(queue.rows[0]?.id).toBe(ids[endorsed])
  expect(queue.items[0]?.campaign.id).toBe(ids[endorsed])
  expect(queue.kinds).toContainEqual({ kind: 'others', count: endorsed })
  const other = z.parse(reviewQueueSchema, await read(second, '/reviews?kind=second&limit=0'))
  expect(other.rows[0]?.id).toBe(ids[0])
}, 120_000)

it('has the newest, the oldest, the heaviest and a given one on its first page', async () => {
  const newest = z.parse(reviewQueueSchema, await read(second, '/reviews?order=newest&limit=0'))
  const oldest = z.parse(reviewQueueSchema, await read(second, '/reviews?order=oldest&limit=0'))
  expect([newest.rows[0]?.id, oldest.rows[0]?.id]).toEqual([ids.at(-1), ids[0]])
  expect(await read(second, '/cases')).toMatchObject({
    cases: [{ title: `Reported ${heavy}`, reports: 50 }, ...Array(49).fill({ reports: 1 })],
  })
  expect(await read(admin, `/admin/quarantine?q=${toReference(heavy)}`)).toMatchObject({
    total: 1,
    quarantine: [{ reference: toReference(heavy) }],
  })
}, 120_000)

it('retries the failed jobs of one kind in one action, and leaves the others', async () => {
  const chosen = await walk(admin, '/admin/jobs?kind=send-refunds', 'jobs')
  expect(chosen).toHaveLength(jobs)
  let changed = 0
  for (let from = 0; from < chosen.length; from += maxBulk) {
    const body = { ids: chosen.slice(from, from + maxBulk), reason: 'The provider is back' }
    // eslint-disable-next-line no-await-in-loop -- as the browser does
    const answer = await as(at.app, admin)('/api/admin/jobs/retry', { method: 'POST', body })
    // eslint-disable-next-line no-await-in-loop -- the same
    changed += z.parse(z.object({ changed: z.int() }), await answer.json()).changed
  }
  expect(changed).toBe(jobs)
  expect(await read(admin, '/admin/jobs')).toMatchObject({ total: 5 })
  const audited = z.parse(pageSchema, await read(admin, '/admin/audit-log?kind=retry-job'))
  expect(audited.total).toBe(jobs)
  const again = { ids: [randomUUID()], reason: 'Once more' }
  const none = await as(at.app, admin)('/api/admin/jobs/retry', { method: 'POST', body: again })
  expect(await none.json()).toEqual({ changed: 0 })
}, 120_000)

it('dismisses and assigns cases together, and leaves what their reader may not decide', async () => {
  const [one = '', two = '', three = ''] = await walk(second, '/cases?order=newest', 'cases')
  await owner.run(
    sql`update moderation_case set owner_uid = ${bola.uid} where id = ${Number(three)}`,
  )
  const act = async (action: string) => {
    const body = { ids: [one, two, three], reason: 'Reports of a bot' }
    const answer = await as(at.app, second)(`/api/cases/${action}`, { method: 'POST', body })
    return answer.json()
  }
  expect(await act('assign')).toEqual({ changed: 2 })
  expect(await act('dismiss')).toEqual({ changed: 2 })
  expect(await read(second, '/cases?limit=0')).toMatchObject({ total: size - 2 })
}, 120_000)

it('mails what waits each day to those who want it', async () => {
  // Seven in Lagos.
  at.clock.now = new Date('2026-05-02T06:00:00.000Z')
  const wants = { method: 'PUT', body: { isMailed: true } }
  expect((await as(at.app, second)('/api/work/mail', wants)).status).toBe(204)
  for (let run = 0; run < 2; run++) await at.runTask('mail-work')
  const mails = (await listMails(owner)).filter(
    ({ recipient, subject }) =>
      recipient === second.email && subject === 'What waits for you on Ajo',
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`${size} campaigns to review`)
}, 120_000)
