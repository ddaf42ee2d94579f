import { createHash, randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../sealing.ts'
import type { Books } from './books.ts'

/** What it names for us to ask for: a payment, or a dispute. */
export type ReceivedWebhook = {
  body: Uint8Array
  event: string
  reference: string | null
  disputeId: number | null
}
/** Open: nobody has finished it. A delivery repeated after a crash is no duplicate. */
export type KeptWebhook = { id: string; isOpen: boolean }

/** A little longer than the provider is waited for. Two at work on one webhook do no harm. */
const leaseMs = 15_000
/** A job begins within moments: whoever waits longer was left behind. */
const staleMs = 10_000

const keptSchema = z.object({ id: z.string(), isOpen: z.boolean() })
const claimedSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
})
export type ClaimedWebhook = z.output<typeof claimedSchema>

export function webhookInbox({ database, mode, now, sealing }: Books & { sealing: Sealing }) {
  return {
    /** Keeps the webhook, once for the same bytes. One that names no payment of ours to ask for is kept and left alone. */
    async keepWebhook(
      queries: Queries,
      { body, event, reference, disputeId }: ReceivedWebhook,
    ): Promise<KeptWebhook> {
      const hash = createHash('sha256').update(body).digest()
      await queries.run(sql`
        insert into webhook_inbox (id, mode, event, reference, dispute_id, body_hash, body_sealed, state, received_at)
        values (${randomUUID()}, ${mode}, ${event}, ${reference}, ${disputeId}, ${hash}, ${sealing.seal('webhook', body)},
          ${reference === null && disputeId === null ? 'ignored' : 'received'}, ${now()})
        on conflict (body_hash) do nothing`)
      const kept = await queries.row(
        keptSchema,
        sql`select id, state in ('received', 'processing', 'failed') as "isOpen" from webhook_inbox
            where body_hash = ${hash}`,
      )
      if (kept === undefined) throw new Error('a webhook was not kept')
      return kept
    },

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
