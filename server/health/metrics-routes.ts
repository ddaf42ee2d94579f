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
}

/** GET /metrics in the text format of Prometheus, for requests with METRICS_TOKEN. */
export function metricsRoutes({ config, queueHealth }: Deps) {
  return new Hono<Env>().get('/metrics', gate(may.readMetrics, noSubject), async (c) => {
    const { metricsToken } = config
    if (metricsToken === undefined || !isBearer(c.req.header('authorization'), metricsToken))
      throw new Refused('not-found')
    c.header('cache-control', 'no-store')
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return c.body(formatMetrics(await queueHealth.read()))
  })
}

function isBearer(header: string | undefined, token: string): boolean {
  const [given, expected] = [header ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
}

function formatMetrics(health: QueueHealth): string {
  const gauges: [name: string, help: string, values: [labels: string, value: number][]][] = [
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
    ['ajo_jobs_dead', 'Jobs that only an admin makes run again.', [['', health.failedJobs]]],
    [
      'ajo_lane_paused',
      'One while a lane of jobs pauses.',
      laneNames.map((lane) => [`{lane="${lane}"}`, Number(health.pausedLanes.includes(lane))]),
    ],
  ]
  return gauges
    .flatMap(([name, help, values]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    ])
    .join('\n')
    .concat('\n')
}
