import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { KeyRing } from '../../platform/runtime/sealing.ts'
import { readWebhook } from './read-webhook.ts'

const batchRows = 500
/** What earlier versions sealed bodies for. */
export const webhookPurpose = 'webhook'

type Deps = { database: Database; sealing: Pick<KeyRing, 'openBytes'>; now: () => Date }

const bodyRow = z.object({ id: z.string(), body: z.instanceof(Buffer) })

/**
 * Replaces the bodies that earlier versions stored by their facts. They name donors and cards. An earlier version that still runs beside
 * this one stores more of them, and a run that was stopped continues where it ended.
 */
export function webhookReductionTask(deps: Deps): Task {
  return {
    name: 'reduce-webhooks',
    lane: 'maintenance',
    cron: '*/10 * * * *',
    async run() {
      while ((await reduceBodies(deps)) === batchRows);
    },
  }
}

async function reduceBodies({ database, sealing, now }: Deps): Promise<number> {
  return database.transaction(async (queries) => {
    const rows = await queries.rows(
      bodyRow,
      sql`select id, body_sealed as body from webhook_inbox where body_sealed is not null
        order by received_at limit ${batchRows} for update skip locked`,
    )
    const facts = rows.map(({ body }) => JSON.stringify(openFacts(sealing, body)))
    return queries.run(sql`
      update webhook_inbox set body_sealed = null, body_deleted_at = ${now()}, facts = reduced.facts
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${facts}::jsonb[]) as reduced (id, facts)
      where webhook_inbox.id = reduced.id`)
  })
}

/** A body whose key is lost has no facts, and is deleted all the same. */
function openFacts(sealing: Deps['sealing'], body: Buffer) {
  try {
    return readWebhook(sealing.openBytes(webhookPurpose, body))?.facts ?? {}
  } catch {
    return {}
  }
}
