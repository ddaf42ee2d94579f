import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { auditLogSchema, emailsSchema, failedJobsSchema } from '#shared/admin.ts'
import { insertFailedJob, listWaitingJobs } from '#test/support/database/jobs.ts'
import { insertSuppressed } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { as, dada } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { maskEmail } from './failed-work.ts'

const { at, owner, people } = await freshMoneyApp({ admin: dada })
const { admin } = people

const post = (path: string, body: object = {}) =>
  as(at.app, admin)(`/api/admin${path}`, { method: 'POST', body })
const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, admin)(`/api/admin${path}`)).json())
const listJobs = async () => (await read('/jobs', failedJobsSchema)).jobs
const readActions = async () =>
  (await read('/audit-log', auditLogSchema)).entries.map(({ action, subject, reason }) => [
    action,
    subject,
    reason,
  ])

it('lists failed jobs with their attempts, without personal data, and those without a next attempt first', async () => {
  const retried = await insertFailedJob(owner, 'no user ngozi@example.com', 'mail-reset')
  const given = await insertFailedJob(owner, 'account 0123456789 unknown')
  const gone = await insertFailedJob(owner, 'no such task', 'no-task-of-ours')
  await owner.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where id = $1',
    [given],
  )
  await owner.pool.query(`select graphile_worker.add_job('send-refunds')`)

  expect(await listJobs()).toMatchObject([
    {
      id: given,
      task: 'send-refunds',
      attempts: 25,
      error: 'account [number] unknown',
      nextAttemptAt: null,
    },
    {
      id: retried,
      error: 'no user [address]',
      nextAttemptAt: expect.stringMatching(/T/),
    },
    { id: gone, task: 'no-task-of-ours', attempts: 3 },
  ])
})

it('has plain words for the name of each job', () => {
  const words = JSON.parse(readFileSync('locales/en/web/admin-names.json', 'utf8')) as {
    jobs: Record<string, string>
  }
  expect(at.tasks.map(({ name }) => name).filter((name) => !(name in words.jobs))).toEqual([])
})

it('runs a failed job again with all its attempts, and records the admin and the reason', async () => {
  const id = await insertFailedJob(owner)
  expect((await post(`/jobs/${id}/retry`, { reason: '' })).status).toBe(400)
  expect((await post(`/jobs/${id}/retry`, { reason: 'The provider is back' })).status).toBe(204)
  expect(await listJobs()).toEqual([])
  expect(await listWaitingJobs(owner)).toMatchObject([{ id, attempts: 0, isDelayed: false }])
  expect(await readActions()).toEqual([['retry-job', `send-refunds ${id}`, 'The provider is back']])
  expect((await post(`/jobs/${id}/retry`, { reason: 'Once more' })).status).toBe(404)
})

it('answers 404 for a job that did not fail and for an id that is no number', async () => {
  await owner.pool.query(`select graphile_worker.add_job('send-refunds')`)
  const [job] = await listWaitingJobs(owner)
  for (const id of [job?.id, '99999999999999999999999', 'x'])
    expect((await post(`/jobs/${id}/retry`, { reason: 'Now' })).status).toBe(404)
})

it('shows why all mails wait', async () => {
  expect((await read('/emails', emailsSchema)).pause).toBeNull()
  await owner.run(
    sql`insert into mail_pause (words, probe_at) values ('sender: 553 Sender address rejected', now())`,
  )
  expect((await read('/emails', emailsSchema)).pause).toMatchObject({
    words: 'sender: 553 Sender address rejected',
  })
})

it('shows masked addresses that do not exist, and removes one with a reason', async () => {
  const id = '11111111-2222-4333-8444-555555555555'
  const words = '550 5.1.1 User unknown'
  await insertSuppressed(owner, { id, address: 'ngozi@example.com', words })
  const { suppressed } = await read('/emails', emailsSchema)
  expect(suppressed).toMatchObject([{ id, words }])
  expect(suppressed[0]?.address).not.toContain('ngozi')

  expect((await post(`/suppressions/${id}/remove`, { reason: 'It is back' })).status).toBe(204)
  expect((await read('/emails', emailsSchema)).suppressed).toEqual([])
  expect(await readActions()).toEqual([['remove-suppression', id, 'It is back']])
})

it.each([
  ['ada@example.com', 'a•••@example.com'],
  ['ọlá@example.com', 'ọ•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['@', '•••'],
  ['', '•••'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
