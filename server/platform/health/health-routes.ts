import { createHash, timingSafeEqual } from 'node:crypto'

import { Hono, type HonoRequest } from 'hono'
import { Counter, Registry } from '@prometheus-io/client'

import type { Plans } from '#shared/plans.ts'

import type { Database } from '../database/database.ts'
import { compareSchema } from '../database/migrate.ts'
import { ReadOnlyDatabase } from '../database/primary.ts'
import { findRoleFault } from '../database/pooler.ts'
import { type Env, Refused } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Sealing } from '../runtime/sealing.ts'
import {
  findTroubles,
  type openQueueHealth,
  readStoredMetrics,
  type StoredMetricsDeps,
} from './stored-metrics.ts'

type HealthDeps = {
  config: { metricsToken: string | undefined }
  readiness: Pick<Readiness, 'missing'>
  /** Missing while the services open. */
  queueHealth?: ReturnType<typeof openQueueHealth>
}

/**
 * /healthz says whether the process runs, /readyz whether it can answer requests. `degraded` answers 200, because
 * an outage of the mail server or the payment provider must not take every process out of the load balancer.
 * What is missing or waits is told only with METRICS_TOKEN, because it shows a stranger whether an attack works.
 */
export function healthRoutes({ config, readiness, queueHealth }: HealthDeps) {
  const mayReadDetails = ({ req }: { req: HonoRequest }) =>
    isBearer(req.header('authorization'), config.metricsToken)
  return new Hono<Env>()
    .get('/healthz', gate(may.readHealth, noSubject), (c) => c.json({ status: 'alive' }))
    .get('/readyz', gate(may.readHealth, noSubject), async (c) => {
      c.header('cache-control', 'no-store')
      const missing = await readiness.missing()
      if (missing.length > 0)
        return c.json({ status: 'not-ready', ...(mayReadDetails(c) && { missing }) }, 503)
      const queues = await queueHealth?.read()
      if (!queues) return c.json({ status: 'ready' })
      const troubles = findTroubles(queues)
      const status = troubles.length > 0 ? 'degraded' : 'ready'
      return c.json({ status, ...(mayReadDetails(c) && { troubles, queues }) })
    })
}

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
    if (!isBearer(c.req.header('authorization'), metricsToken)) throw new Refused('not-found')
    const stored = await readStoredMetrics({ ...deps, plans, mode: payments.mode })
    addMisuses(stored, countMisuses())
    const all = Registry.merge([metrics.registry, stored])
    c.header('cache-control', 'no-store')
    c.header('content-type', all.contentType)
    return c.body(await all.metrics())
  })
}

function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return false
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

export const proofPath = '/healthz/proof'

type ProofDeps = { sealing: Pick<Sealing, 'fingerprint'> }

/** Proves to the doctor that this server belongs to its database, without a secret. */
export function proofRoutes({ sealing }: ProofDeps) {
  return new Hono<Env>().get('/:nonce', gate(may.readHealth, noSubject), (c) => {
    const nonce = c.req.param('nonce')
    if (!/^[0-9a-f]{32}$/.test(nonce)) throw new Refused('not-found')
    c.header('cache-control', 'no-store')
    return c.text(toProof(sealing, nonce))
  })
}

export function toProof(sealing: ProofDeps['sealing'], nonce: string): string {
  return sealing.fingerprint('public address', nonce).toString('hex')
}

type Missing =
  | 'starting'
  | 'database'
  /** The database is a standby, or was made read-only. */
  | 'primary-database'
  | 'migrations'
  /** A newer version took away what this version needs. */
  | 'newer-version'
  /** The connections have other privileges than the application's role. */
  | 'role'
  | 'shutting-down'

/** Why the server is not ready for requests. */
export type Readiness = ReturnType<typeof openReadiness>

const timeoutMs = 2_000

export function openReadiness(database: Database) {
  let state: 'starting' | 'open' | 'shutting-down' = 'starting'
  return {
    async missing() {
      if (state !== 'open') return [state]
      try {
        return await withTimeout(findMissing(database), timeoutMs, 'no response from the database')
      } catch (error) {
        return [error instanceof ReadOnlyDatabase ? 'primary-database' : 'database']
      }
    },
    open: () => (state = 'open'),
    /** Reports `shutting-down` from now on, so that a load balancer sends no more requests. */
    shutDown: () => (state = 'shutting-down'),
  }
}

async function findMissing(database: Database): Promise<Missing[]> {
  const { pool } = database
  const { rows } = await pool.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  if (rows[0]?.isReadOnly) return ['primary-database']
  const { missing, contracting } = await compareSchema(pool)
  if (contracting.length > 0) return ['newer-version']
  if (missing.length > 0) return ['migrations']
  return (await findRoleFault(database)) === undefined ? [] : ['role']
}

/** The result of the work, or an error with the message after this time. */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  message: string,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
