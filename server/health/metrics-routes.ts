import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono } from 'hono'

import { Refused, type Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import { laneNames } from '../queue/lanes.ts'
import type { openQueueHealth, QueueHealth } from './queue-health.ts'

type Deps = {
  config: { metricsToken: string | undefined }
  queueHealth: ReturnType<typeof openQueueHealth>
  countMisuses: () => number
}

/** GET /metrics in the text format of Prometheus, for requests with METRICS_TOKEN. */
export function metricsRoutes({ config, queueHealth, countMisuses }: Deps) {
  return new Hono<Env>().get('/metrics', gate(may.readMetrics, noSubject), async (c) => {
    const { metricsToken } = config
    if (metricsToken === undefined || !isBearer(c.req.header('authorization'), metricsToken))
      throw new Refused('not-found')
    const gauges = toGauges(await queueHealth.read())
    c.header('cache-control', 'no-store')
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return c.body(formatMetrics([...gauges, toMisuseCounter(countMisuses())]))
  })
}

function isBearer(header: string | undefined, token: string): boolean {
  const [given, expected] = [header ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
}

type Metric = {
  type: 'gauge' | 'counter'
  name: string
  help: string
  values: [labels: string, value: number][]
}

function toGauges(health: QueueHealth): Metric[] {
  const gauges: [name: string, help: string, values: Metric['values']][] = [
    [
      'ajo_webhook_oldest_unprocessed_seconds',
      'Age of the oldest webhook that is not processed.',
      [['', health.oldestWebhookSeconds ?? 0]],
    ],
    [
      'ajo_mail_oldest_unsent_seconds',
      'Age of the oldest mail that is not sent and not deferred by its recipient.',
      [['', health.oldestMailSeconds ?? 0]],
    ],
    [
      'ajo_mail_paused',
      'One while the mail server refuses our sender.',
      [['', Number(health.isMailPaused)]],
    ],
    [
      'ajo_ledger_differences_open',
      'Open differences between the ledger and the payment provider.',
      [['', health.openDifferences]],
    ],
    [
      'ajo_items_failing',
      'Payments, refunds and rows of the provider that fail while others go on.',
      [['', health.failingItems]],
    ],
    ['ajo_jobs_dead', 'Jobs that only an admin makes run again.', [['', health.failedJobs]]],
    [
      'ajo_lane_paused',
      'One while a lane of jobs pauses.',
      laneNames.map((lane) => [`{lane="${lane}"}`, Number(health.pausedLanes.includes(lane))]),
    ],
  ]
  return gauges.map(([name, help, values]) => ({ type: 'gauge', name, help, values }))
}

function toMisuseCounter(misuses: number): Metric {
  return {
    type: 'counter',
    name: 'ajo_transaction_misuses_total',
    help: 'Uses of the pool or of another service inside a transaction since the start.',
    values: [['', misuses]],
  }
}

function formatMetrics(metrics: Metric[]): string {
  return metrics
    .flatMap(({ type, name, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    ])
    .join('\n')
    .concat('\n')
}
