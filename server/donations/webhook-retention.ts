import { sql } from '../database/sql.ts'
import type { Database } from '../database/database.ts'
import type { Task } from '../queue/queue.ts'

const retentionMs = 90 * 24 * 3_600_000
const batchRows = 1_000

type Deps = { database: Database; now: () => Date }

/**
 * Deletes the bodies of webhooks after 90 days, because they contain the names and addresses of donors. The SHA-256 digest stays: it
 * recognises a repeated delivery and proves which body arrived.
 */
export function webhookRetentionTask({ database, now }: Deps): Task {
  return {
    name: 'delete-webhook-bodies',
    lane: 'maintenance',
    cron: '35 2 * * *',
    async run() {
      while ((await deleteBodies(database, now())) === batchRows);
    },
  }
}

function deleteBodies(database: Database, now: Date): Promise<number> {
  return database.run(sql`
    update webhook_inbox set body_sealed = null, body_deleted_at = ${now}
    where id in (
      select id from webhook_inbox
      where body_sealed is not null and received_at < ${new Date(now.getTime() - retentionMs)}
      order by received_at limit ${batchRows} for update skip locked)`)
}
