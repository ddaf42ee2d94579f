import { setTimeout as sleep } from 'node:timers/promises'

import { createMiddleware } from 'hono/factory'

import type { WriteReports } from '../database/report-writes.ts'
import type { Env } from '../http/context.ts'
import type { ResponseCache } from './response-cache.ts'

/** The least time between two purges that writes cause. */
const pauseMs = 250

/**
 * Purges the cache after each write to the database, also those of jobs and of requests that failed. Bookings come by the hundred, so writes
 * within `pauseMs` of a purge share the next one. A request through the API purges on its own before it is answered.
 */
function purgeOnWrite(cache: Pick<ResponseCache, 'purge'>): () => void {
  let isPausing = false
  let isDue = false

  const onWrite = () => {
    isDue = true
    if (!isPausing) void purge()
  }
  const purge = async () => {
    isPausing = true
    isDue = false
    await cache.purge()
    await sleep(pauseMs, undefined, { ref: false })
    endPause()
  }
  const endPause = () => {
    isPausing = false
    if (isDue) void purge()
  }
  return onWrite
}

/** Connects the database, which is opened first, with the cache. */
export function openWriteReports() {
  let onWrite = () => {}
  const writes: WriteReports = { isWrite: changesWhatIsShown, onWrite: () => onWrite() }
  return { writes, purgeFrom: (cache: ResponseCache) => (onWrite = purgeOnWrite(cache)) }
}

/** Tables of which no cached response shows anything. A change of any other table purges the cache, so a table may be missing here. */
export const unseenTables: ReadonlySet<string> = new Set([
  'access_log',
  'account_credential',
  'account_event',
  'account_number_request',
  'action_code',
  'alarm',
  'audit_log',
  'backup_run',
  'balance_change',
  'balance_read',
  'campaign_draft',
  'checkout_attempt',
  'development_mail',
  'donation_access_code',
  'donation_reference',
  'donation_start',
  'failing_item',
  'feedback',
  'guest_data_link_use',
  'known_device',
  'ledger_check',
  'listed_write',
  'mail_outbox',
  'mail_pause',
  'mail_suppression',
  'provider_fault',
  'provider_transaction',
  'quota_use',
  'rate_limit_counter',
  'recovery_code',
  'refund_pace',
  'sealing_canary',
  'session',
  'terms_acceptance',
  'thank_you_delivery',
  'two_factor',
  'unnamed_proxy',
  'webhook_inbox',
])

/** The payment sandbox has tables of its own. */
const sandboxSchema = 'sandbox'

const write =
  /(?<!\bfor |\bfor no key |\bdo )\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(?:public\.)?"?([a-z_]+)/gi

const known = new Map<string, boolean>()
const maxKnown = 2_000

/** Whether a statement changes a table that a cached response may show. */
export function changesWhatIsShown(statement: string): boolean {
  const before = known.get(statement)
  if (before !== undefined) return before
  const changes = namesShownTable(statement)
  if (known.size < maxKnown) known.set(statement, changes)
  return changes
}

function namesShownTable(statement: string): boolean {
  for (const [, table = ''] of statement.matchAll(write))
    if (table !== sandboxSchema && !unseenTables.has(table.toLowerCase())) return true
  return false
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Purges the cache after each write, so that the next page shows the change. One that failed in our hands may have changed something. */
export function purgeAfterChange(cache: Pick<ResponseCache, 'purge'> | undefined) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { status } = c.res
    if (!safeMethods.has(c.req.method) && (status < 400 || status >= 500)) await cache?.purge()
  })
}
