import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openServices } from '#server/services.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertFailedJob } from '#test/support/database/jobs.ts'
import { plainMail, testOutbox as outbox } from '#test/support/mail/mails.ts'

const { database, owner } = await freshDatabase()

const token = 'metrics-token-of-this-test'

async function openApp(env: Record<string, string> = {}) {
  const config = readConfig({
    PUBLIC_URL: 'http://localhost:3000',
    SEED: 'off',
    METRICS_TOKEN: token,
    ...env,
  })
  const log = openLog('silent')
  const services = await openServices(config, { database, log, pages: false })
  services.readiness.open()
  const app = createApp(services)
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`http://localhost:3000${path}`, { headers })
  const readReadiness = async () => {
    const response = await get('/readyz', { authorization: `Bearer ${token}` })
    return { code: response.status, ...z.parse(readinessSchema, await response.json()) }
  }
  return { get, readReadiness, [Symbol.asyncDispose]: () => services[Symbol.asyncDispose]() }
}
const readinessSchema = z.object({
  status: z.string(),
  troubles: z.array(z.string()),
  queues: z.object({
    oldestWebhookSeconds: z.nullable(z.number()),
    oldestMailSeconds: z.nullable(z.number()),
    isMailPaused: z.boolean(),
  }),
})

const insertWebhook = (secondsAgo: number, state: string) =>
  owner.run(sql`
    insert into webhook_inbox (id, mode, event, reference, body_hash, facts, state, received_at)
    values (gen_random_uuid(), 'sandbox', 'charge.success', 'AJO-1', sha256(gen_random_uuid()::text::bytea), '{}', ${state},
      now() - make_interval(secs => ${secondsAgo}))`)
async function insertMail(secondsAgo: number) {
  const mail = plainMail('ngozi@example.com', 'a')
  await database.transaction((queries) => outbox.enqueue(queries, mail))
  await owner.run(
    sql`update mail_outbox set created_at = now() - make_interval(secs => ${secondsAgo})`,
  )
}

it('is ready while nothing waits', async () => {
  await using app = await openApp()
  await insertWebhook(9_999, 'done')
  expect(await app.readReadiness()).toEqual({
    code: 200,
    status: 'ready',
    troubles: [],
    queues: { oldestWebhookSeconds: null, oldestMailSeconds: null, isMailPaused: false },
  })
})

it('is ready while a webhook waits for a minute and a mail for ten, and says how long', async () => {
  await using app = await openApp()
  await insertWebhook(60, 'received')
  await insertMail(600)
  const { status, queues } = await app.readReadiness()
  expect(status).toBe('ready')
  expect(queues.oldestWebhookSeconds).toBeGreaterThanOrEqual(60)
  expect(queues.oldestMailSeconds).toBeGreaterThanOrEqual(600)
})

it.each(['received', 'processing', 'failed'])(
  'is degraded, and still answers 200, when a webhook is %s for more than two minutes',
  async (state) => {
    await using app = await openApp()
    await insertWebhook(121, state)
    const { code, status, troubles, queues } = await app.readReadiness()
    expect([code, status, troubles]).toEqual([200, 'degraded', ['webhooks-wait']])
    expect(queues.oldestWebhookSeconds).toBeGreaterThanOrEqual(121)
  },
)

it('is degraded when a mail waits for more than 15 minutes, and not when its recipient deferred it', async () => {
  await insertMail(901)
  await using app = await openApp()
  expect(await app.readReadiness()).toMatchObject({ status: 'degraded', troubles: ['mails-wait'] })
  await owner.run(sql`update mail_outbox set deferred_since = now()`)
  await using later = await openApp()
  expect(await later.readReadiness()).toMatchObject({ status: 'ready' })
})

it('is degraded while the mail server refuses our sender, without its words', async () => {
  await owner.run(sql`insert into mail_pause (words, probe_at) values ('553 secret words', now())`)
  await using app = await openApp()
  expect(await app.readReadiness()).toMatchObject({ status: 'degraded', troubles: ['mail-paused'] })
  const authorization = `Bearer ${token}`
  expect(await (await app.get('/readyz', { authorization })).text()).not.toContain('secret words')
  for (const headers of [{}, { authorization: 'Bearer of-a-stranger-000000' }])
    expect(await (await app.get('/readyz', headers)).json()).toEqual({ status: 'degraded' })
})

it('shows metrics only to requests with the token', async () => {
  await insertWebhook(130, 'failed')
  const id = await insertFailedJob(owner)
  await owner.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where id = $1',
    [id],
  )
  await using app = await openApp()
  for (const headers of [{}, { authorization: `Bearer ${token}x` }, { authorization: token }])
    expect((await app.get('/metrics', headers)).status).toBe(404)
  const response = await app.get('/metrics', { authorization: `Bearer ${token}` })
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(/^ajo_webhook_oldest_unprocessed_seconds 13\d$/m)
  expect(text).toMatch(/^ajo_jobs_dead 1$/m)
  expect(text).toMatch(/^ajo_mail_paused 0$/m)
  expect(text).toMatch(/^ajo_lane_paused\{lane="payments"\} 0$/m)
})

it('has no metrics without a token in the settings', async () => {
  await using app = await openApp({ METRICS_TOKEN: '' })
  expect((await app.get('/metrics', { authorization: 'Bearer undefined' })).status).toBe(404)
})
