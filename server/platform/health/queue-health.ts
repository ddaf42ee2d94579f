import * as z from 'zod/mini'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../database/sql.ts'
import type { LaneName } from '../queue/queue.ts'

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
