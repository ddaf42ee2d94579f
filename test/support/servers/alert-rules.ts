import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const rulesFile = 'docs/operations/monitoring/ajo-rules.yaml'
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

type Alarm = { name: string; severity: string; summary: string; forMinutes: number }
/** `/metrics` before and after the cause of an alarm. */
type Scrapes = { before: string; after: string }

/**
 * What promtool says where the alarm does not fire on the second scrape with these labels, or fires on the first. Counters grow by the
 * difference of the two in each minute, and gauges stay.
 */
export function findRuleFault(
  alarm: Alarm,
  { before, after }: Scrapes,
  labels: Record<string, string> = {},
): string | undefined {
  const { name, severity, summary, forMinutes } = alarm
  const evalTime = `${forMinutes + 15}m`
  const fired = {
    exp_labels: { severity, ...labels },
    exp_annotations: { summary, runbook: `docs/operations/alarms.md#${name}` },
  }
  const toTest = (series: Series[], alerts: object[]) => ({
    interval: '1m',
    input_series: series,
    alert_rule_test: [{ eval_time: evalTime, alertname: name, exp_alerts: alerts }],
  })
  const tests = [toTest(toSeries(before, before), []), toTest(toSeries(before, after), [fired])]
  return runPromtool({ rule_files: [resolve(rulesFile)], evaluation_interval: '1m', tests })
}

function runPromtool(file: object): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-rules-'))
  try {
    const path = join(folder, 'test.yaml')
    // JSON is YAML, too.
    writeFileSync(path, JSON.stringify(file))
    const run = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
    return run.status === 0 ? undefined : run.stdout + run.stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Series = { series: string; values: string }
const sample = /^(up|ajo_\w+|nodejs_eventloop_lag_p99_seconds)(?:\{(.*)\})? (\S+)$/gm

function toSeries(before: string, after: string): Series[] {
  const earlier = readSamples(before)
  const now = Date.now() / 1_000
  return [...readSamples(after)].map(([key, { name, labels, value }]) => {
    const own = [...(labels === '' ? [] : [labels]), 'instance="a"', 'job="ajo"']
    const first = earlier.get(key)?.value ?? 0
    // The clock of promtool begins at zero.
    const shown = name.endsWith('_timestamp_seconds') ? value - now : value
    return {
      series: `${name}{${own.join(',')}}`,
      values: /_(bucket|sum|count|total)$/.test(name)
        ? `${first}+${value - first}x120`
        : `${shown}x120`,
    }
  })
}

function readSamples(text: string) {
  const found = [...text.matchAll(sample)]
  return new Map(
    found.map(([line, name = '', labels = '', value = '']) => [
      line.slice(0, line.lastIndexOf(' ')),
      { name, labels, value: Number(value) },
    ]),
  )
}
