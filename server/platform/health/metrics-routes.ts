import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono } from 'hono'
import { Counter, Registry } from 'prom-client'

import { Refused, type Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { Plans } from '#shared/plans.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { readStoredMetrics, type StoredMetricsDeps } from './metrics/stored-metrics.ts'

type Deps = Omit<StoredMetricsDeps, 'mode'> & {
  config: { metricsToken: string | undefined; plans: Plans }
  payments: { mode: StoredMetricsDeps['mode'] }
  metrics: Pick<Metrics, 'registry'>
  countMisuses: () => number
}

/** GET /metrics in the text format of Prometheus, for requests with METRICS_TOKEN. */
export function metricsRoutes({ config, payments, metrics, countMisuses, ...deps }: Deps) {
  return new Hono<Env>().get('/metrics', gate(may.readMetrics, noSubject), async (c) => {
    const { metricsToken, plans } = config
    if (metricsToken === undefined || !isBearer(c.req.header('authorization'), metricsToken))
      throw new Refused('not-found')
    const stored = await readStoredMetrics({ ...deps, plans, mode: payments.mode })
    addMisuses(stored, countMisuses())
    const all = Registry.merge([metrics.registry, stored])
    c.header('cache-control', 'no-store')
    c.header('content-type', all.contentType)
    return c.body(await all.metrics())
  })
}

function isBearer(header: string | undefined, token: string): boolean {
  const [given, expected] = [header ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
}

function addMisuses(registry: Registry, misuses: number) {
  new Counter({
    name: 'ajo_transaction_misuses_total',
    help: 'Uses of the pool or of another service inside a transaction since the start.',
    registers: [registry],
  }).inc(misuses)
}
