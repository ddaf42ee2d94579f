import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { LaneName } from '#server/platform/queue/queue.ts'
import { sql, type Sql } from '#server/platform/database/sql.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { startLocalFetchServer } from '#test/support/providers/local-server.ts'
import { insertFailedJob } from '#test/support/database/jobs.ts'
import { findRuleFault, hasPromtool } from '#test/support/servers/alert-rules.ts'
import { listMails, plainMail, testOutbox as outbox } from '#test/support/mail/mails.ts'

import { readStoredMetrics, openQueueHealth } from './stored-metrics.ts'
import { processAlarms, storedAlarms } from './alarm-rules.ts'
import { alarmTask } from './alarms.ts'

const { database, owner } = await freshDatabase()
const secret = 'a secret of the webhook of this test'
let isDown = false
let paused: LaneName[] = []
const received: { alarm: string; state: string }[] = []
const receiver = await startLocalFetchServer(async (request) => {
  const body = await request.text()
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  if (isDown || request.headers.get('x-ajo-signature') !== `sha256=${signature}`)
    return new Response(null, { status: 500 })
  received.push(z.parse(noticeSchema, JSON.parse(body)))
  return new Response(null, { status: 204 })
})
const noticeSchema = z.object({ alarm: z.string(), state: z.string() })
afterAll(() => receiver.close())

const mode = 'sandbox'
let minutes = 0
beforeEach(() => {
  received.length = 0
  paused = []
  isDown = false
  minutes = 0
})

function toDeps() {
  const now = () => new Date(Date.now() + minutes * 60_000)
  const listLanes = () =>
    paused.map((lane) => ({ lane, pausedUntil: new Date(Date.now() + 60_000) }))
  const deps = { database, outbox, now, mode, tasks: [] } as const
  return { ...deps, queueHealth: openQueueHealth({ ...deps, listLanes }) }
}

/** What Prometheus reads. */
const scrape = async () => (await readStoredMetrics(toDeps())).metrics()

/** Runs the task as a process that has just started, so many minutes later. */
async function runAlarms(passed = 0) {
  minutes += passed
  await alarmTask({
    ...toDeps(),
    adminEmail: 'admin@ajo.example',
    publicUrl: 'https://ajo.example',
    webhook: { url: receiver.origin, secret },
    hasBackups: true,
  }).run({})
}

const insertCheck = (hoursAgo: number, findings: number) => sql`
  insert into ledger_check (id, kind, begun_at, took_ms, checks, findings)
  values (gen_random_uuid(), 'ledger', now() - make_interval(hours => ${hoursAgo}), 1, 1, ${findings})`
const ageRun = (kind: string, hours: number) => sql`
  update backup_run set finished_at = now() - make_interval(hours => ${hours}) where kind = ${kind}`
const insertRun = (kind: string, hoursAgo: number) => sql`
  insert into backup_run values (gen_random_uuid(), ${kind}, 'ajo-1', now(), now() - make_interval(hours => ${hoursAgo}), 1, 1)`

const causes: Record<string, Sql | (() => unknown)> = {
  'webhooks-wait': sql`
    insert into webhook_inbox (id, mode, event, reference, body_hash, facts, state, received_at)
    values (gen_random_uuid(), 'sandbox', 'charge.success', 'AJO-1', sha256('a'), '{}', 'failed', now() - interval '3 minutes')`,
  'mails-wait': async () => {
    const mail = plainMail('a@b.test', 'a')
    await database.transaction((queries) => outbox.enqueue(queries, mail))
    await owner.run(sql`update mail_outbox set created_at = now() - interval '16 minutes'`)
  },
  'mail-paused': sql`insert into mail_pause (words, probe_at) values ('553', now())`,
  'identity-refused': sql`insert into provider_fault values ('identity', 'sign-in-off', now())`,
  'quota-nearly-used': sql`
    insert into quota_use values ('identity-reset-codes', date_trunc('hour', now()), 1201)`,
  'jobs-dead': async () => {
    const id = await insertFailedJob(owner)
    await owner.pool.query(
      'update graphile_worker._private_jobs set attempts = max_attempts where id = $1',
      [id],
    )
  },
  'jobs-late': () =>
    owner.pool.query(`select graphile_worker.add_job('late', run_at => now() - interval '1 hour')`),
  'lane-paused': () => (paused = ['mail']),
  'ledger-violated': insertCheck(0, 1),
  'ledger-unchecked': insertCheck(4, 0),
  'differences-open': sql`
    insert into ledger_difference (id, mode, scope, kind, key, state, first_seen_at, last_seen_at, changed_at)
    values (gen_random_uuid(), 'sandbox', '2026-05-01', 'payment', 'AJO-1', 'open', now(), now(), now())`,
  'items-failing': sql`
    insert into failing_item values ('sandbox', 'payment', 'AJO-1', 5, 'no response', now(), now(), now())`,
  'backup-missing': ageRun('backup', 27),
  'drill-missing': ageRun('drill', 193),
}

const cause = (name: string) => {
  const given = causes[name]
  return typeof given === 'function' ? given() : owner.run(given ?? sql`select 1`)
}
const summarise = (name: string) => storedAlarms.find((each) => each.name === name)?.summary
const listSubjects = async (name: string) => {
  const mails = await listMails(database, 'admin@ajo.example')
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject.endsWith(`. ${summarise(name)}`))
}

/** A fresh backup and a fresh drill, without which both are missing. */
async function insertFreshRuns() {
  for (const kind of ['backup', 'drill']) await owner.run(insertRun(kind, 1))
}

describe('alarms of the server', () => {
  it('have a cause in this test each', () => {
    expect(Object.keys(causes)).toEqual(storedAlarms.map(({ name }) => name))
  })

  it.each(storedAlarms)(
    'raise $name once, by mail and by webhook',
    async ({ name, forMinutes }) => {
      await insertFreshRuns()
      await runAlarms()
      expect(received.filter(({ alarm }) => alarm === name)).toEqual([])

      await cause(name)
      await runAlarms()
      await runAlarms(forMinutes + 1)
      await runAlarms()

      const own = received.filter(({ alarm }) => alarm === name)
      expect(own).toEqual([{ alarm: name, state: 'firing' }])
      expect(await listSubjects(name)).toEqual([`Ajo: alarm. ${summarise(name)}`])
    },
  )

  it.runIf(hasPromtool).each(storedAlarms)(
    'fire $name in Prometheus on the figures after its cause, and not before',
    async (alarm) => {
      await insertFreshRuns()
      await owner.run(insertCheck(0, 0))
      const before = await scrape()

      if (alarm.name === 'ledger-unchecked') await owner.run(sql`delete from ledger_check`)
      await cause(alarm.name)

      expect(findRuleFault(alarm, { before, after: await scrape() })).toBeUndefined()
    },
  )

  it('end by mail and by webhook when the condition no longer holds', async () => {
    await insertFreshRuns()
    await cause('mail-paused')
    await runAlarms()
    await runAlarms(2)
    await owner.run(sql`delete from mail_pause`)
    await runAlarms()
    await runAlarms()

    expect(received).toEqual([
      { alarm: 'mail-paused', state: 'firing' },
      { alarm: 'mail-paused', state: 'resolved' },
    ])
    expect(await listSubjects('mail-paused')).toHaveLength(2)
  })

  it('reach the webhook later when it was down, and the mail is sent at once', async () => {
    await insertFreshRuns()
    await cause('mail-paused')
    await runAlarms()
    isDown = true
    await expect(runAlarms(2)).rejects.toThrow('the webhook of alarms answered 500')
    expect(await listSubjects('mail-paused')).toHaveLength(1)
    isDown = false
    await runAlarms()

    expect(received).toEqual([{ alarm: 'mail-paused', state: 'firing' }])
    expect(await listSubjects('mail-paused')).toHaveLength(1)
  })
})

it('has a runbook for every alarm', () => {
  const headings = readFileSync('docs/operations/alarms.md', 'utf8').match(/^## [a-z-]+$/gm)
  expect(headings).toEqual([...storedAlarms, ...processAlarms].map(({ name }) => `## ${name}`))
})
