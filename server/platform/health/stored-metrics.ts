import { Gauge, Registry } from '@prometheus-io/client'
import * as z from 'zod/mini'

import type { Plans } from '#shared/plans.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { readQuotaShares } from '../../providers/quotas/quota-meter.ts'
import { listLastRuns } from '../backup/backup-files.ts'
import { poolNames, withPool } from '../database/pools.ts'
import { sql } from '../database/sql.ts'
import { laneNames, type Task, type LaneName } from '../queue/queue.ts'
import { readIdentityFaults } from './fault-reports.ts'

export type StoredMetricsDeps = Pick<Foundation, 'database' | 'mode' | 'now'> & {
  queueHealth: ReturnType<typeof openQueueHealth>
  tasks: readonly Task[]
  /** The free plans if missing. */
  plans?: Plans
}

type Value = { labels?: Record<string, string>; value: number }

/** Figures that all processes share, read from the database for each request: queues, checks, backups. */
export async function readStoredMetrics(deps: StoredMetricsDeps): Promise<Registry> {
  const registry = new Registry()
  const add = (name: string, help: string, values: readonly Value[]) => {
    const labelNames = Object.keys(values[0]?.labels ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels = {}, value } of values) gauge.set(labels, value)
  }
  addPools(deps, add)
  await addQueues(deps, add)
  await addLanes(deps, add)
  await addChecks(deps, add)
  add(
    'ajo_provider_fault',
    'One while a hosted service refuses our project or our settings, for each fault.',
    await readIdentityFaults(deps.database, deps.now()),
  )
  const { plans = { firebase: 'spark', sanity: 'free' } } = deps
  add(
    'ajo_quota_used_ratio',
    'Used share of each quota of a hosted service in its day or month. 1: all of it.',
    await readQuotaShares(deps.database, deps.now(), plans),
  )
  add(
    'ajo_backup_last_success_timestamp_seconds',
    'When a backup or a drill last succeeded, for each kind. 0: never.',
    await listBackups(deps),
  )
  return registry
}

type Add = (name: string, help: string, values: readonly Value[]) => void

function addPools({ database }: StoredMetricsDeps, add: Add) {
  const values = poolNames.flatMap((name) => {
    const { totalCount, idleCount, waitingCount } = withPool(name, () => database.pool)
    const state = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    return Object.entries(state).map(([key, value]) => ({
      labels: { pool: name, state: key },
      value,
    }))
  })
  add('ajo_db_pool_connections', 'Connections of this process, and callers that wait.', values)
}

async function addQueues({ queueHealth }: StoredMetricsDeps, add: Add) {
  const health = await queueHealth.read()
  const single = (name: string, help: string, value: number) => add(name, help, [{ value }])
  single(
    'ajo_webhook_oldest_unprocessed_seconds',
    'Age of the oldest webhook that is not processed.',
    health.oldestWebhookSeconds ?? 0,
  )
  single(
    'ajo_mail_oldest_unsent_seconds',
    'Age of the oldest mail that is not sent and not deferred by its recipient.',
    health.oldestMailSeconds ?? 0,
  )
  single(
    'ajo_mail_paused',
    'One while the mail server refuses our sender.',
    Number(health.isMailPaused),
  )
  single(
    'ajo_ledger_differences_open',
    'Open differences between the ledger and the payment provider.',
    health.openDifferences,
  )
  single(
    'ajo_items_failing',
    'Payments, refunds and rows of the provider that fail while others go on.',
    health.failingItems,
  )
  single('ajo_jobs_dead', 'Jobs that only an admin makes run again.', health.failedJobs)
  add(
    'ajo_lane_paused',
    'One while a lane of jobs pauses.',
    laneNames.map((lane) => ({
      labels: { lane },
      value: Number(health.pausedLanes.includes(lane)),
    })),
  )
}

const waitingSchema = z.object({ task: z.string(), jobs: z.int(), seconds: z.number() })

async function addLanes({ database, tasks }: StoredMetricsDeps, add: Add) {
  const rows = await database.rows(
    waitingSchema,
    sql`select task, jobs, extract(epoch from clock_timestamp() - oldest_due_at)::float8 as seconds
      from job.waiting()`,
  )
  const lanesByTask = new Map(tasks.map(({ name, lane }) => [name, lane]))
  const waiting = laneNames.map((lane) => ({
    lane,
    own: rows.filter(({ task }) => (lanesByTask.get(task) ?? 'maintenance') === lane),
  }))
  add(
    'ajo_lane_jobs_due',
    'Jobs that are due and wait for a worker.',
    waiting.map(({ lane, own }) => ({
      labels: { lane },
      value: own.reduce((sum, { jobs }) => sum + jobs, 0),
    })),
  )
  add(
    'ajo_lane_oldest_due_seconds',
    'How long the oldest due job has waited.',
    waiting.map(({ lane, own }) => ({
      labels: { lane },
      value: Math.max(0, ...own.map(({ seconds }) => seconds)),
    })),
  )
}

const checkSchema = z.object({ kind: z.string(), at: z.date(), findings: z.int() })

async function addChecks({ database }: StoredMetricsDeps, add: Add) {
  const rows = await database.rows(
    checkSchema,
    sql`select distinct on (kind) kind, begun_at as at, findings from ledger_check
      order by kind, begun_at desc`,
  )
  add(
    'ajo_check_findings',
    'Violations that the last check of each kind found.',
    rows.map(({ kind, findings }) => ({ labels: { check: kind }, value: findings })),
  )
  add(
    'ajo_check_last_timestamp_seconds',
    'When the last check of each kind began.',
    rows.map(({ kind, at }) => ({ labels: { check: kind }, value: at.getTime() / 1_000 })),
  )
}

async function listBackups({ database }: StoredMetricsDeps): Promise<Value[]> {
  const runs = new Map(
    (await listLastRuns(database)).map(({ kind, finishedAt }) => [kind, finishedAt.getTime()]),
  )
  return (['backup', 'drill'] as const).map((kind) => ({
    labels: { kind },
    value: (runs.get(kind) ?? 0) / 1_000,
  }))
}

const countsSchema = z.object({
  oldestWebhookSeconds: z.nullable(z.number()),
  oldestMailSeconds: z.nullable(z.number()),
  isMailPaused: z.boolean(),
  failedJobs: z.int(),
  openDifferences: z.int(),
  failingItems: z.int(),
})
/** `failedJobs`: those that only an admin makes run again. */
type QueueHealth = z.output<typeof countsSchema> & { pausedLanes: LaneName[] }

type QueueTrouble = 'webhooks-wait' | 'mails-wait' | 'mail-paused'

/** A webhook is processed within seconds, a mail within a minute. docs/settings.md names both thresholds. */
const maxWebhookSeconds = 120
const maxMailSeconds = 900

type Deps = Pick<Foundation, 'database' | 'mode' | 'now'> & {
  listLanes: () => { lane: LaneName; pausedUntil: Date | null }[]
}

const cacheMs = 1_000

/** What waits in the queues, read at most once a second, because anyone may ask. */
export function openQueueHealth(deps: Deps) {
  let last: { at: number; health: Promise<QueueHealth> } | undefined
  return {
    read(): Promise<QueueHealth> {
      const at = performance.now()
      if (!last || at - last.at >= cacheMs) last = { at, health: readHealth(deps) }
      return last.health
    },
  }
}

export function findTroubles(health: QueueHealth): QueueTrouble[] {
  const troubles: [QueueTrouble, boolean][] = [
    ['webhooks-wait', (health.oldestWebhookSeconds ?? 0) > maxWebhookSeconds],
    ['mails-wait', (health.oldestMailSeconds ?? 0) > maxMailSeconds],
    ['mail-paused', health.isMailPaused],
  ]
  return troubles.filter(([, isActive]) => isActive).map(([name]) => name)
}

/** Mails that their recipient's server deferred are left out, because nothing on our side delays them. */
async function readHealth({ database, mode, now, listLanes }: Deps): Promise<QueueHealth> {
  const counts = await database.row(
    countsSchema,
    sql`select
      (select round(extract(epoch from ${now()}::timestamptz - min(received_at)))::float8 from webhook_inbox
        where mode = ${mode} and state in ('received', 'processing', 'failed')) as "oldestWebhookSeconds",
      (select round(extract(epoch from clock_timestamp() - min(created_at)))::float8 from mail_outbox
        where sent_at is null and failed_at is null and deferred_since is null) as "oldestMailSeconds",
      exists (select from mail_pause) as "isMailPaused",
      (select count(*)::integer from job.failed() where next_attempt_at is null) as "failedJobs",
      (select count(*)::integer from ledger_difference where mode = ${mode} and state = 'open') as "openDifferences",
      (select count(*)::integer from failing_item where mode = ${mode}) as "failingItems"`,
  )
  if (!counts) throw new Error('no counts')
  const paused = listLanes().filter(({ pausedUntil }) => pausedUntil !== null)
  return { ...counts, pausedLanes: paused.map(({ lane }) => lane) }
}
