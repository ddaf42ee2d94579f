import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices } from '#server/services.ts'
import { hasPromtool, rulesFile } from '#test/support/servers/alert-rules.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { toRules } from './alarm-rules.ts'

const { database } = await testDatabase()
const token = 'metrics-token-of-this-test'
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
