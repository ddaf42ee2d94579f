import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it, describe } from 'vitest'
import * as z from 'zod/mini'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices } from '#server/services.ts'
import { testDatabaseUrl, testDatabase } from '#test/support/database/database.ts'
import { testSecret } from '#test/support/people/people.ts'
import { hasPromtool, rulesFile } from '#test/support/servers/alert-rules.ts'

import { toRules } from './alarm-rules.ts'

const token = 'metrics-token-of-this-test'

it('counts every use of the pool inside a transaction, also those that are logged no more', async () => {
  const config = readConfig({
    AJO_MODE: 'demo',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: await testDatabaseUrl(),
    AJO_SECRET: testSecret,
    METRICS_TOKEN: token,
    SEED: 'off',
  })
  await using services = await openServices(config, { log: openLog('silent'), pages: false })
  services.readiness.open()
  const app = createApp(services)
  const readCount = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.request('http://localhost/metrics', { headers })
    return /^ajo_transaction_misuses_total .*$/m.exec(await response.text())?.[0]
  }
  expect(await readCount()).toBe('ajo_transaction_misuses_total 0')

  const { database } = services
  const misuse = () =>
    database.transaction(() => database.row(z.object({ one: z.int() }), sql`select 1 as one`))
  for (let time = 0; time < 3; time++) expect(await misuse()).toEqual({ one: 1 })
  expect(await readCount()).toBe('ajo_transaction_misuses_total 3')
})

const { database } = await testDatabase()

const promtool = (args: string[], input = '') =>
  spawnSync('promtool', args, { input, encoding: 'utf8' })

async function readMetrics() {
  const config = readConfig({ PUBLIC_URL: 'http://localhost', SEED: 'off', METRICS_TOKEN: token })
  const log = openLog('silent')
  await using services = await openServices(config, { database, log, pages: false })
  services.readiness.open()
  services.metrics.observeWebhook(3)
  services.metrics.countMail('accepted')
  await services.metrics.timeJob('payments', async () => {})
  await services.metrics.toCountedFetch('payments', async () => new Response())('http://localhost')
  const app = createApp(services)
  await app.request('http://localhost/healthz')
  const headers = { authorization: `Bearer ${token}` }
  return (await app.request('http://localhost/metrics', { headers })).text()
}
const metrics = await readMetrics()

describe('the files for Prometheus and Grafana', () => {
  it('have the rules of the alarms', () => {
    expect(readFileSync(rulesFile, 'utf8')).toBe(toRules())
  })

  it('use only metrics that the server shows', () => {
    const used = [rulesFile, 'docs/operations/monitoring/ajo-dashboard.json']
      .flatMap(
        (path) => readFileSync(path, 'utf8').match(/\b(?:ajo|nodejs|process)_[a-z\d_]+/g) ?? [],
      )
      .filter((name) => name !== 'ajo_rules')
    const shown = new Set(metrics.match(/^[a-z\d_]+/gm))
    expect(used.length).toBeGreaterThan(20)
    expect([...new Set(used)].filter((name) => !shown.has(name))).toEqual([])
  })

  it.runIf(hasPromtool)('are accepted by promtool, and so are the metrics', () => {
    expect(promtool(['check', 'rules', rulesFile])).toMatchObject({ status: 0 })
    expect(promtool(['check', 'metrics'], metrics)).toMatchObject({ status: 0, stderr: '' })
  })
})
