import { createHash, randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { WebhookFacts } from '#shared/admin.ts'

import { createBatcher } from '../../platform/database/batcher.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import { getRetryDelay } from '../../platform/queue/sweep.ts'

/** Slightly longer than the timeout of a request to the provider. Processing a webhook twice does no harm. */
const leaseMs = 15_000
/** A job starts at once, so a webhook that is older was left behind. */
const staleMs = 10_000
/** The kind of failing item. */
export const webhookSweep = 'webhook'

const claimedSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
  attempts: z.int(),
  receivedAt: z.date(),
})
export type ClaimedWebhook = z.output<typeof claimedSchema>

type Finished = { id: string; state: 'done' | 'ignored' }

export function webhookInbox(deps: LedgerDeps) {
  const { database, mode, now } = deps
  const getKey = ({ id }: { id: string }) => id
  const toLeaseEnd = () => new Date(now().getTime() + leaseMs)
  const claim = createBatcher(claimAll, { getKey })
  const finish = createBatcher(finishAll, { getKey })

  return {
    saveWebhooks: (received: readonly ReceivedWebhook[], toJobs: (id: Sql) => Sql) =>
      saveWebhooks(deps, received, toJobs),

    /** Undefined if the webhook is done or another process works on it. A process that crashes leaves no delay of an earlier failure. */
    claimWebhook: (id: string) => claim({ id }),

    /** Webhooks that failed and are due again, or whose process crashed. */
    async listStaleWebhooks(limit: number) {
      return database.rows(
        z.object({ id: z.string() }),
        sql`select id from webhook_inbox
            where ${isClaimable()} and received_at < ${new Date(now().getTime() - staleMs)} and mode = ${mode}
              and (next_attempt_at is null or next_attempt_at <= ${now()})
            order by coalesce(next_attempt_at, received_at) limit ${limit}`,
      )
    },

    /** Its own job may succeed after the sweep has recorded failures, which end here. */
    finishWebhook: (id: string, state: Finished['state']) => finish({ id, state }),

    async failWebhook({ id, attempts }: ClaimedWebhook, error: string) {
      const nextAttemptAt = new Date(now().getTime() + getRetryDelay(attempts))
      await database.run(sql`
        update webhook_inbox set state = 'failed', locked_until = null, last_error = ${error.slice(0, 500)},
          next_attempt_at = ${nextAttemptAt}
        where id = ${id} and state = 'processing'`)
    },
  }

  /** A row that is locked is being claimed by another process. */
  async function claimAll(wanted: readonly { id: string }[]) {
    const rows = await database.rows(
      claimedSchema,
      sql`update webhook_inbox set state = 'processing', attempts = attempts + 1, locked_until = ${toLeaseEnd()},
            next_attempt_at = null
          from (
            select id as free from webhook_inbox
            where id = any(${wanted.map(getKey)}::uuid[]) and ${isClaimable()} order by id for update skip locked) claimable
          where id = free
          returning id, event, reference, dispute_id as "disputeId", attempts, received_at as "receivedAt"`,
    )
    const claimed = new Map(rows.map((row) => [row.id, row]))
    return wanted.map(({ id }) => claimed.get(id))
  }

  async function finishAll(finished: readonly Finished[]) {
    const ids = finished.map(getKey)
    await database.run(sql`
      with recovered as (
        delete from failing_item where mode = ${mode} and kind = ${webhookSweep} and key = any(${ids}::text[])),
      locked as (
        select inbox.id, finished.state
        from unnest(${ids}::uuid[], ${finished.map(({ state }) => state)}::text[]) as finished (id, state)
        join webhook_inbox inbox on inbox.id = finished.id order by inbox.id for update of inbox)
      update webhook_inbox set state = locked.state, locked_until = null, last_error = null
      from locked where webhook_inbox.id = locked.id`)
    return finished.map(() => undefined)
  }

  function isClaimable() {
    return sql`(state in ('received', 'failed') or (state = 'processing' and locked_until < ${now()}))`
  }
}

/**
 * Stores what webhooks name, and never their bodies, once for equal bytes, and enqueues their jobs in the same statement. A webhook that names nothing is stored as ignored.
 * A repeated delivery enqueues the job again while the first one is unfinished, because its process may have crashed.
 */
async function saveWebhooks(
  { database, mode, now }: LedgerDeps,
  received: readonly ReceivedWebhook[],
  toJobs: (id: Sql) => Sql,
): Promise<void> {
  const hashes = received.map(({ bodyHash }) => bodyHash)
  await database.run(sql`
    with received as materialized (
      select * from unnest(
        ${received.map(() => randomUUID())}::uuid[], ${received.map(({ event }) => event)}::text[],
        ${received.map(({ reference }) => reference)}::text[], ${received.map(({ disputeId }) => disputeId)}::bigint[],
        ${hashes}::bytea[], ${received.map(({ facts }) => JSON.stringify(facts))}::jsonb[]
      ) as webhook (id, event, reference, dispute_id, body_hash, facts)),
    fresh as (
      insert into webhook_inbox (id, mode, event, reference, dispute_id, body_hash, facts, state, received_at)
      select id, ${mode}::text, event, reference, dispute_id, body_hash, facts,
        case when reference is null and dispute_id is null then 'ignored' else 'received' end, ${now()}::timestamptz
      from received order by body_hash
      on conflict (body_hash) do nothing
      returning id, state),
    open as (
      select id, state from fresh
      union all
      select known.id, known.state from webhook_inbox known where known.body_hash = any(${hashes}::bytea[]))
    select ${toJobs(sql`open.id`)} from open where state in ('received', 'processing', 'failed') having count(*) > 0`)
}

/** What is stored of a webhook: what it names, and facts without any personal data. */
export type ReceivedWebhook = {
  /** SHA-256 of the original body: recognises a repeated delivery and proves which body arrived. */
  bodyHash: Buffer
  event: string
  reference: string | null
  disputeId: number | null
  facts: WebhookFacts
}

const name = z.string().check(z.regex(/^[\w.,=-]{1,100}$/))
const id = z.int().check(z.positive())
const amount = z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))])
const code = z.string().check(z.regex(/^[a-z]+(?:[-_ ][a-z]+){0,4}$/), z.maxLength(40))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)$/))

type Fields = Record<string, z.ZodMiniType<string | number>>

/** Fields of `data` that are stored, by the beginning of the event's name. Nothing else is. */
const storedFields: Record<string, Fields> = {
  'charge.success': {
    id,
    reference: name,
    status: code,
    amount,
    requested_amount: amount,
    fees: amount,
    currency,
    channel: code,
    paid_at: time,
    created_at: time,
  },
  'refund.': {
    id,
    transaction_reference: name,
    refund_reference: name,
    status: code,
    amount,
    currency,
    created_at: time,
  },
  'charge.dispute.': {
    id,
    status: code,
    resolution: code,
    category: code,
    refund_amount: amount,
    currency,
    dueAt: time,
    resolvedAt: time,
    createdAt: time,
    'transaction.id': id,
    'transaction.reference': name,
    'transaction.amount': amount,
  },
}

const eventSchema = z.object({ event: name, data: z.unknown() })
const objectSchema = z.record(z.string(), z.unknown())

/** Undefined if the bytes are no webhook. */
export function readWebhook(body: Uint8Array): ReceivedWebhook | undefined {
  const parsed = z.safeParse(eventSchema, parseJson(body))
  if (!parsed.success) return undefined
  const { event, data } = parsed.data
  const facts = toFacts(event, data)
  const bodyHash = createHash('sha256').update(body).digest()
  return {
    bodyHash,
    event,
    reference: getReference(event, facts),
    disputeId: getDisputeId(event, facts),
    facts,
  }
}

/** An event that Ajo does not know is stored as its name and digest. */
function toFacts(event: string, data: unknown): WebhookFacts {
  const [, fields = {}] =
    Object.entries(storedFields).find(([start]) => event.startsWith(start)) ?? []
  const facts: WebhookFacts = {}
  for (const [path, schema] of Object.entries(fields)) {
    const value = z.safeParse(schema, readPath(data, path))
    if (value.success) facts[path] = value.data
  }
  return facts
}

const readPath = (data: unknown, path: string) =>
  path
    .split('.')
    .reduce<unknown>((found, key) => z.safeParse(objectSchema, found).data?.[key], data)

/** Events of refunds name the payment and not the refund. The provider sends no event for a failed or abandoned payment. */
function getReference(event: string, facts: WebhookFacts): string | null {
  const key = event.startsWith('refund.') ? 'transaction_reference' : 'reference'
  return event.startsWith('charge.dispute.') || facts[key] === undefined ? null : String(facts[key])
}

function getDisputeId(event: string, { id: found }: WebhookFacts): number | null {
  return event.startsWith('charge.dispute.') && typeof found === 'number' ? found : null
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
