import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { terms } from '#shared/terms.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertFailedJob, listWaitingJobs } from '#test/support/database/jobs.ts'
import { insertRowOfEachTable, moveClock } from '#test/support/database/row-of-each-table.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { sql } from '../../platform/database/sql.ts'
import { emptySealedBytes } from '../../platform/runtime/sealing.ts'
import { inventory } from './inventory/inventory.ts'
import { retentionRules } from './retention.ts'

const { database, owner } = await freshDatabase()
const { tasks } = await openCampaignApp(database)

const purgeTasks = [
  'end-terms',
  'lapse-requests',
  'purge-documents',
  'purge-sessions',
  'purge-unconfirmed',
  'purge-rate-limits',
  'collect-orphans',
]
async function runPurge() {
  for (const name of purgeTasks) {
    const task = tasks.find((each) => each.name === name)
    if (!task) throw new Error(`there is no task ${name}`)
    await task.run({})
  }
}

async function countRows(tables: string[]): Promise<Record<string, number>> {
  const union = tables.map(
    (table) => `select '${table}' as name, count(*)::integer as rows from ${table}`,
  )
  const { rows } = await owner.pool.query<{ name: string; rows: number }>(union.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

/** Tables whose rows end with a condition, which a day fulfils in this test. */
const endedByCondition = [
  'action_code',
  'campaign_claim',
  'campaign_slot',
  'checkout_attempt',
  'image',
  'image_upload',
  'rate_limit_counter',
]

/** Days after which the inventory says that the rows are gone. Infinity where a condition decides or only values are replaced. */
function toDays(table: string): number {
  if (endedByCondition.includes(table)) return 1
  const term = inventory[table]?.term
  if (typeof term !== 'string' || retentionRules[table]?.kind === 'replace') return Infinity
  const length = terms[term]
  if ('years' in length) return (length.years + 1) * 365
  return 'days' in length ? length.days : 1
}

describe('the terms', () => {
  it('have a rule for every table whose term is a time', () => {
    const named = Object.entries(inventory).filter(([, { term }]) => typeof term === 'string')
    expect(named.map(([table]) => table).filter((table) => !retentionRules[table])).toEqual([])
  })

  it('have rules only for tables that exist', () => {
    expect(Object.keys(retentionRules).filter((table) => !inventory[table])).toEqual([])
  })
})

it('leaves exactly what the inventory says after 1 day, 31 days, 91 days and 7 years', async () => {
  const tables = await insertRowOfEachTable(owner)
  const atFirst = await countRows(tables)
  expect(Object.entries(atFirst).filter(([, rows]) => rows === 0)).toEqual([])
  await runPurge()
  expect(await countRows(tables)).toEqual(atFirst)

  const left: Record<number, Record<string, number>> = {}
  let passed = 0
  for (const days of [1, 31, 91, 7 * 366]) {
    await moveClock(owner, days - passed)
    passed = days
    await runPurge()
    // The refund that is replaced adds a decision.
    left[days] = { ...(await countRows(tables)), money_decision: atFirst.money_decision ?? 0 }
    const expected = tables.map((table) => [table, toDays(table) <= days ? 0 : atFirst[table]])
    expect({ days, ...left[days] }).toEqual({ days, ...Object.fromEntries(expected) })
  }
  if (process.env.PRINT_TERMS) process.stdout.write(toLines(tables, left))
})

/** The rows of each table after each of the times, for a person to read. */
const toLines = (tables: string[], left: Record<number, Record<string, number>>) =>
  tables
    .map((table) => {
      const counts = Object.entries(left).map(([days, rows]) => `${days} days ${rows[table]}`)
      return `${table.padEnd(28)} ${counts.join('   ')}\n`
    })
    .join('')

it('replaces what names the donor of an old donation, and keeps its amount', async () => {
  await insertRowOfEachTable(owner)
  const read = () =>
    owner.rows(
      z.object({
        donor: z.nullable(z.string()),
        name: z.string(),
        amount: z.int(),
        anonymous: z.boolean(),
      }),
      sql`select donor_uid as donor, donor_name as name, amount_kobo as amount, anonymous from donation`,
    )
  await moveClock(owner, 6 * 365)
  await runPurge()
  expect(await read()).toEqual([{ donor: 'x', name: 'Ada', amount: 500_000, anonymous: false }])

  // The term begins with the end of the year: on 31 December, 366 days would not reach it.
  await moveClock(owner, 2 * 366)
  await runPurge()
  expect(await read()).toEqual([{ donor: null, name: '', amount: 500_000, anonymous: true }])
})

it('replaces the address of an old donation that has nothing else of its donor', async () => {
  await insertRowOfEachTable(owner)
  const sealed = testSealing.seal('donor-email', 'ngozi@example.com')
  await owner.run(sql`
    update donation set state = 'refused', donor_uid = null, donor_name = '', message = '', anonymous = true, checkout_url = null,
      donor_email_sealed = ${sealed}`)
  await moveClock(owner, 7 * 366)
  await runPurge()
  expect(
    await owner.row(
      z.object({ bytes: z.int() }),
      sql`select octet_length(donor_email_sealed) as bytes from donation`,
    ),
  ).toEqual({ bytes: emptySealedBytes })
})

it('replaces the last digits of the sender of an old transfer', async () => {
  await insertRowOfEachTable(owner)
  await owner.run(sql`update received_transfer set sender_digits = '1234'`)
  const read = () =>
    owner.rows(
      z.object({ digits: z.string() }),
      sql`select sender_digits as digits from received_transfer`,
    )
  await moveClock(owner, 89)
  await runPurge()
  expect(await read()).toEqual([{ digits: '1234' }])
  await moveClock(owner, 2)
  await runPurge()
  expect(await read()).toEqual([{ digits: '' }])
})

it('deletes more rows than one batch holds, and tries the other tables if one fails', async () => {
  await owner.run(sql`
    insert into feedback (id, uid, email, feedback, created_at)
    select gen_random_uuid(), 'ada', 'ada@example.com', 'text', now() - interval '4 years'
    from generate_series(1, 2500)`)
  await owner.run(sql`
    insert into account_event (id, uid, kind, at) values (gen_random_uuid(), 'ada', 'deleted', now() - interval '4 years')`)
  await owner.run(sql`revoke execute on function retention.delete_expired from ajo_app`)
  try {
    await expect(runPurge()).rejects.toThrow('some terms were not ended')
  } finally {
    await owner.run(sql`grant execute on function retention.delete_expired to ajo_app`)
  }
  const counts = { feedback: 0, account_event: 1 }
  expect(await countRows(Object.keys(counts))).toEqual(counts)
})

it('deletes failed jobs 7 days after their last attempt, and none that is tried again', async () => {
  const retried = await insertFailedJob(owner)
  const given = await insertFailedJob(owner, 'no response', 'mail-reset')
  const moveJobs = (days: number) =>
    owner.pool.query(
      `update graphile_worker._private_jobs set updated_at = now() - make_interval(days => $1),
        attempts = case when id = $2 then max_attempts else attempts end`,
      [days, given],
    )
  await moveJobs(6)
  await runPurge()
  expect((await listWaitingJobs(owner)).map(({ id }) => id)).toEqual([retried, given])
  await moveJobs(8)
  await runPurge()
  expect((await listWaitingJobs(owner)).map(({ id }) => id)).toEqual([retried])
})

it('lets the application delete no failed job before the end of its term', async () => {
  await expect(
    database.run(sql`select job.delete_failed(now() - interval '1 hour', 10)`),
  ).rejects.toThrow('does not end')
})

it('lets the application delete no protected row before the end of its term', async () => {
  await expect(
    database.run(sql`select retention.delete_expired('access_log', now() - interval '1 year', 10)`),
  ).rejects.toThrow('the end of no term')
})
