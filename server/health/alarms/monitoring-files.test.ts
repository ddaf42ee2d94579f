import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/runtime/log.ts'
import { openServices } from '#server/services.ts'
import { testDatabase } from '#test/database.ts'

import { processAlarms } from './alarm-rules.ts'
import { monitoringFiles } from './monitoring-files.ts'

const { database } = await testDatabase()
const home = mkdtempSync(join(tmpdir(), 'ajo-monitoring-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const token = 'metrics-token-of-this-test'
const rules = 'docs/operations/monitoring/ajo-rules.yaml'
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
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
  it.each(Object.entries(monitoringFiles()))('are written to %s', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('use only metrics that the server shows', () => {
    const used = Object.values(monitoringFiles())
      .flatMap((text) => text.match(/\b(?:ajo|nodejs|process)_[a-z\d_]+/g) ?? [])
      .filter((name) => name !== 'ajo_rules')
    const shown = new Set(metrics.match(/^[a-z\d_]+/gm))
    expect(used.length).toBeGreaterThan(20)
    expect([...new Set(used)].filter((name) => !shown.has(name))).toEqual([])
  })

  it.runIf(hasPromtool)('are accepted by promtool, and so are the metrics', () => {
    expect(promtool(['check', 'rules', rules])).toMatchObject({ status: 0 })
    expect(promtool(['check', 'metrics'], metrics)).toMatchObject({ status: 0, stderr: '' })
  })

  it.runIf(hasPromtool)('fire each alarm of a process that has its cause', () => {
    expect(Object.keys(causes)).toEqual(processAlarms.map(({ name }) => name))
    const file = join(home, 'test.yaml')
    writeFileSync(file, toRuleTest())
    const { status, stdout, stderr } = promtool(['test', 'rules', file])
    expect(stdout + stderr).toContain('SUCCESS')
    expect(status).toBe(0)
  })
})

/** Series of one sample a minute that cause the alarm, and the labels with which it fires. */
const causes: Record<string, { series: [string, string][]; labels?: Record<string, string> }> = {
  'server-down': {
    series: [['up{job="ajo"}', '0x30']],
    labels: { job: 'ajo' },
  },
  'requests-fail': {
    series: [
      ['ajo_http_request_duration_seconds_count{status="500"}', '0+10x30'],
      ['ajo_http_request_duration_seconds_count{status="200"}', '0+90x30'],
    ],
  },
  'requests-slow': {
    series: [
      ['ajo_http_request_duration_seconds_bucket{le="2.5"}', '0+80x30'],
      ['ajo_http_request_duration_seconds_count{status="200"}', '0+100x30'],
    ],
  },
  'donations-slow': {
    series: [
      ['ajo_webhook_to_ledger_seconds_bucket{le="60"}', '0+5x30'],
      ['ajo_webhook_to_ledger_seconds_count', '0+10x30'],
    ],
  },
  'provider-fails': {
    series: [
      [
        'ajo_provider_request_duration_seconds_count{provider="payments",outcome="unavailable"}',
        '0+9x30',
      ],
      ['ajo_provider_request_duration_seconds_count{provider="payments",outcome="2xx"}', '0+1x30'],
    ],
    labels: { provider: 'payments' },
  },
  'connections-exhausted': {
    series: [['ajo_db_pool_connections{instance="a",pool="money",state="waiting"}', '3x30']],
    labels: { instance: 'a', pool: 'money' },
  },
  'event-loop-blocked': {
    series: [['nodejs_eventloop_lag_p99_seconds{instance="a"}', '0.9x30']],
    labels: { instance: 'a' },
  },
  'transaction-misused': {
    series: [['ajo_transaction_misuses_total', '0x10 1x20']],
  },
}

/** JSON is YAML, too. */
function toRuleTest(): string {
  const tests = processAlarms.map(({ name, severity, summary }) => {
    const { series = [], labels = {} } = causes[name] ?? {}
    return {
      interval: '1m',
      input_series: series.map(([key, values]) => ({ series: key, values })),
      alert_rule_test: [
        {
          eval_time: '25m',
          alertname: name,
          exp_alerts: [
            {
              exp_labels: { severity, ...labels },
              exp_annotations: { summary, runbook: `docs/operations/alarms.md#${name}` },
            },
          ],
        },
      ],
    }
  })
  return JSON.stringify({ rule_files: [resolve(rules)], evaluation_interval: '1m', tests })
}
