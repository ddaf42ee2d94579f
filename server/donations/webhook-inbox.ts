import { createHash, randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { sql, type Sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { Books } from '../ledger/ledger-deps.ts'

/** What it names for us to ask for: a payment, or a dispute. */
export type ReceivedWebhook = {
  body: Uint8Array
  event: string
  reference: string | null
  disputeId: number | null
}
/** A little longer than the provider is waited for. Two at work on one webhook do no harm. */
const leaseMs = 15_000
/** A job begins within moments: whoever waits longer was left behind. */
const staleMs = 10_000

const claimedSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
})
export type ClaimedWebhook = z.output<typeof claimedSchema>

type Parts = Books & { sealing: Sealing }

export function webhookInbox(parts: Parts) {
  const { database, mode, now } = parts

  return {
    keepWebhooks: (received: readonly ReceivedWebhook[], work: (id: Sql) => Sql) =>
      keepWebhooks(parts, received, work),

    /** Undefined if it is done, or somebody else is at work on it. */
    async claimWebhook(id: string) {
      return database.row(
        claimedSchema,
        sql`update webhook_inbox set state = 'processing', attempts = attempts + 1, locked_until = ${lease()}
            where id = ${id} and ${claimable()}
            returning id, event, reference, dispute_id as "disputeId"`,
      )
    },

    /** Those that a worker left behind when it died, or that failed a while ago. */
    async listStaleWebhooks(limit: number) {
      return database.rows(
        z.object({ id: z.string() }),
        sql`select id from webhook_inbox
            where ${claimable()} and received_at < ${new Date(now().getTime() - staleMs)} and mode = ${mode}
            order by received_at limit ${limit}`,
      )
    },

    async finishWebhook(id: string, state: 'done' | 'ignored') {
      await database.run(sql`
        update webhook_inbox set state = ${state}, locked_until = null, last_error = null where id = ${id}`)
    },

    async failWebhook(id: string, error: string) {
      await database.run(sql`
        update webhook_inbox set state = 'failed', locked_until = null, last_error = ${error.slice(0, 500)}
        where id = ${id} and state = 'processing'`)
    },
  }

  function lease() {
    return new Date(now().getTime() + leaseMs)
  }

  function claimable() {
    return sql`(state in ('received', 'failed') or (state = 'processing' and locked_until < ${now()}))`
  }
}

/**
 * Keeps webhooks, once for the same bytes, and has `work` entered for all of them by the same statement. One that names no payment of ours
 * to ask for is kept and left alone. The same delivery again while the first is unfinished: whoever should have done it may be dead.
 */
async function keepWebhooks(
  { database, mode, now, sealing }: Parts,
  received: readonly ReceivedWebhook[],
  work: (id: Sql) => Sql,
): Promise<void> {
  const bodies = received.map(({ body }) => body)
  const hashes = bodies.map((body) => createHash('sha256').update(body).digest())
  await database.run(sql`
    with told as materialized (
      select * from unnest(
        ${received.map(() => randomUUID())}::uuid[], ${received.map(({ event }) => event)}::text[],
        ${received.map(({ reference }) => reference)}::text[], ${received.map(({ disputeId }) => disputeId)}::bigint[],
        ${hashes}::bytea[], ${bodies.map((body) => sealing.seal('webhook', body))}::bytea[]
      ) as told (id, event, reference, dispute_id, body_hash, body_sealed)),
    fresh as (
      insert into webhook_inbox (id, mode, event, reference, dispute_id, body_hash, body_sealed, state, received_at)
      select id, ${mode}::text, event, reference, dispute_id, body_hash, body_sealed,
        case when reference is null and dispute_id is null then 'ignored' else 'received' end, ${now()}::timestamptz
      from told order by body_hash
      on conflict (body_hash) do nothing
      returning id, state),
    open as (
      select id, state from fresh
      union all
      select known.id, known.state from webhook_inbox known where known.body_hash = any(${hashes}::bytea[]))
    select ${work(sql`open.id`)} from open where state in ('received', 'processing', 'failed') having count(*) > 0`)
}
