import { createHmac } from 'node:crypto'

import type { Registry } from '@prometheus-io/client'
import * as z from 'zod/mini'

import { brand } from '#shared/brand.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../database/sql.ts'
import { refuseInTransaction } from '../database/transaction-scope.ts'
import { writeMail, staffLanguage } from '../mail/write-mail.ts'
import type { Task } from '../queue/queue.ts'
import { Outage } from '../runtime/errors.ts'
import { storedAlarms, toRunbook, type StoredAlarm } from './alarm-rules.ts'
import { readStoredMetrics, type StoredMetricsDeps } from './stored-metrics.ts'

type AlarmDeps = StoredMetricsDeps &
  Pick<Foundation, 'database' | 'outbox' | 'adminEmail' | 'publicUrl'> & {
    /** A URL of the people who run the server. It gets signed notices. */
    webhook: { url: string; secret: string } | undefined
    /** Without backups in the settings, missing ones raise no alarm. */
    hasBackups: boolean
  }

class WebhookUnavailable extends Outage {
  override name = 'WebhookUnavailable'
}

type Notice = { alarm: StoredAlarm; state: 'firing' | 'resolved'; at: Date }

const timeoutMs = 5_000

/** Notifies the admin, by mail and by webhook, once when an alarm begins and once when it ends. */
export function alarmTask(deps: AlarmDeps): Task {
  return {
    name: 'raise-alarms',
    lane: 'maintenance',
    cron: '* * * * *',
    async run() {
      const registry = await readStoredMetrics(deps)
      const failures: unknown[] = []
      for (const alarm of storedAlarms) {
        if (alarm.metric.startsWith('ajo_backup') && !deps.hasBackups) continue
        const isActive = await isViolated(registry, alarm, deps.now())
        await (isActive ? begin(deps, alarm) : end(deps, alarm)).catch((error: unknown) =>
          failures.push(error),
        )
      }
      // One alarm that cannot be sent does not stop the others.
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** True if any series of the alarm's metric is outside of its limit. */
async function isViolated(
  registry: Registry,
  { metric, labels = {}, condition }: StoredAlarm,
  now: Date,
): Promise<boolean> {
  const found = await registry.getSingleMetric(metric)?.get()
  const series = (found?.values ?? []).filter((each) =>
    Object.entries(labels).every(([name, value]) => each.labels[name] === value),
  )
  return series.some(({ value }) =>
    'above' in condition
      ? value > condition.above
      : now.getTime() / 1_000 - value > condition.olderThanHours * 3_600,
  )
}

const rowSchema = z.object({
  since: z.date(),
  mailedAt: z.nullable(z.date()),
  postedAt: z.nullable(z.date()),
})
const columns = sql`since, mailed_at as "mailedAt", posted_at as "postedAt"`

async function begin(deps: AlarmDeps, alarm: StoredAlarm): Promise<void> {
  const { database, now } = deps
  const at = now()
  await database.run(
    sql`insert into alarm (name, since) values (${alarm.name}, ${at}) on conflict do nothing`,
  )
  const isDueSince = new Date(at.getTime() - alarm.forMinutes * 60_000)
  await database.transaction(async (queries) => {
    const mailed = await queries.run(sql`
      update alarm set mailed_at = ${at}
      where name = ${alarm.name} and since <= ${isDueSince} and mailed_at is null`)
    if (mailed === 1)
      await deps.outbox.enqueue(queries, alarmNoticeMail(deps, { alarm, state: 'firing' }))
  })
  const row = await database.row(
    rowSchema,
    sql`select ${columns} from alarm where name = ${alarm.name}`,
  )
  if (!deps.webhook || !row?.mailedAt || row.postedAt) return
  await post(deps.webhook, { alarm, state: 'firing', at: row.since })
  await database.run(sql`update alarm set posted_at = ${at} where name = ${alarm.name}`)
}

async function end(deps: AlarmDeps, alarm: StoredAlarm): Promise<void> {
  const { database, now, webhook } = deps
  const at = now()
  const row = await database.row(
    rowSchema,
    sql`select ${columns} from alarm where name = ${alarm.name}`,
  )
  if (!row) return
  // A webhook that fails leaves the row, so that the end is sent again.
  if (webhook && row.postedAt) await post(webhook, { alarm, state: 'resolved', at })
  await database.transaction(async (queries) => {
    const deleted = await queries.run(sql`delete from alarm where name = ${alarm.name}`)
    if (deleted === 1 && row.mailedAt)
      await deps.outbox.enqueue(queries, alarmNoticeMail(deps, { alarm, state: 'resolved' }))
  })
}

/** To the admin. */
export function alarmNoticeMail(
  { adminEmail, publicUrl }: Pick<AlarmDeps, 'adminEmail' | 'publicUrl'>,
  { alarm, state }: Pick<Notice, 'alarm' | 'state'>,
) {
  const { name, severity, summary } = alarm
  return writeMail(
    { to: adminEmail, language: staffLanguage, reason: 'staff' },
    `${brand}: ${state === 'firing' ? 'alarm' : 'end of an alarm'}. ${summary}`,
    [
      summary,
      state === 'firing'
        ? `${severity === 'page' ? 'Money or donors are affected now.' : 'Act on the same working day.'} What to do: ${toRunbook(name)}.`
        : 'The condition no longer holds.',
      { label: 'Open Admin', url: new URL('/dashboard/admin', publicUrl).href },
    ],
  )
}

async function post(
  { url, secret }: NonNullable<AlarmDeps['webhook']>,
  { alarm, state, at }: Notice,
): Promise<void> {
  refuseInTransaction('a request to the webhook of alarms')
  const { name, severity, summary } = alarm
  const runbook = toRunbook(name)
  const body = JSON.stringify({ alarm: name, state, severity, summary, runbook, at })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-ajo-signature': `sha256=${signature}` }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal,
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.name : 'unknown error'
    throw new WebhookUnavailable(`the webhook of alarms is unavailable: ${reason}`)
  })
  if (!response.ok)
    throw new WebhookUnavailable(`the webhook of alarms answered ${response.status}`)
}
