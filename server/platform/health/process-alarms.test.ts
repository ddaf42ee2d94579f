import { setTimeout as pause } from 'node:timers/promises'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { findRuleFault, hasPromtool } from '#test/support/servers/alert-rules.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { freePort } from '#test/e2e/ajo.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { query, withClient } from '#test/support/database/query.ts'

import { processAlarms } from './alarm-rules.ts'

const metricsToken = 'metrics-token-of-this-test'
type App = Awaited<ReturnType<typeof openListeningApp>>
type Cause = {
  /** Returns what Prometheus reads while the cause lasts, where it does not last until the next scrape. */
  cause: (app: App, databaseUrl: string) => Promise<unknown>
  labels?: Record<string, string>
}

/** What Prometheus stores of one scrape. */
async function scrape({ port }: App): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).catch(
    () => undefined,
  )
  if (!response) return 'up 0\n'
  expect(response.status).toBe(200)
  return `up 1\n${await response.text()}`
}

const readCampaigns = ({ port }: App) => fetch(`http://127.0.0.1:${port}/api/campaigns`)

const causes: Record<string, Cause> = {
  'server-down': {
    cause: (app) => app[Symbol.asyncDispose](),
    labels: { instance: 'a', job: 'ajo' },
  },
  'requests-fail': {
    cause: async (app, url) => {
      await query({ connectionString: url }, 'alter table campaign rename to campaign_away')
      expect((await readCampaigns(app)).status).toBe(500)
    },
  },
  'requests-slow': {
    cause: (app, url) =>
      withClient({ connectionString: url }, async (owner) => {
        await owner.query('begin; lock table campaign in access exclusive mode')
        const response = readCampaigns(app)
        await owner.query('select pg_sleep(2.7)')
        await owner.query('rollback')
        expect((await response).status).toBe(200)
      }),
  },
  'donations-slow': {
    cause: async ({ services }) => services.metrics.observeWebhook(90),
  },
  'provider-fails': {
    cause: async ({ services, port }) => {
      const send = services.metrics.toCountedFetch('payments', fetch)
      await expect(send(`http://127.0.0.2:${port}`)).rejects.toThrow('fetch failed')
    },
    labels: { provider: 'payments' },
  },
  'connections-exhausted': {
    cause: async (app) => {
      const { database } = app.services
      const working = Array.from({ length: 60 }, () => database.run(sql`select pg_sleep(0.3)`))
      const scraped = await scrape(app)
      await Promise.all(working)
      return scraped
    },
    labels: { instance: 'a', pool: 'people' },
  },
  'event-loop-blocked': {
    cause: async (app) => {
      // The first tick after a scrape is the start of the next measurement.
      await pause(50)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900)
      return scrape(app)
    },
    labels: { instance: 'a' },
  },
  'transaction-misused': {
    cause: ({ services: { database } }) =>
      database.transaction(() => database.row(z.object({ one: z.int() }), sql`select 1 as one`)),
    labels: { instance: 'a', job: 'ajo' },
  },
}

it('has a cause for each alarm about processes', () => {
  expect(Object.keys(causes)).toEqual(processAlarms.map(({ name }) => name))
})

it.runIf(hasPromtool).each(processAlarms)(
  'fires $name on what a real server shows after its cause, and not before',
  async (alarm) => {
    const { cause, labels } = causes[alarm.name] ?? { cause: async () => {} }
    const url = await testDatabaseUrl()
    const port = await freePort()
    await using app = await openListeningApp({
      AJO_MODE: 'demo',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: url,
      METRICS_TOKEN: metricsToken,
    })
    await readCampaigns(app)
    const before = await scrape(app)

    const scraped = await cause(app, url)

    const after = typeof scraped === 'string' ? scraped : await scrape(app)
    expect(findRuleFault(alarm, { before, after }, labels)).toBeUndefined()
  },
)
