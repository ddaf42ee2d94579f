import { randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'

type Place = { campaignId: string; ownerUid: string; storedAt?: string }

/** A supporting document of a campaign without its file, which takes long to check. Returns the id. */
export async function insertDocument(
  database: Database,
  { campaignId, ownerUid, storedAt }: Place,
) {
  const id = randomUUID()
  const at = storedAt ?? new Date().toISOString()
  await database.run(sql`
    insert into campaign_document (id, owner_uid, campaign_id, name, type, size_bytes, digest, file_key, key_sealed, created_at, stored_at)
    values (${id}, ${ownerUid}, ${campaignId}, 'letter.webp', 'image/webp', 9, ${id}::text::bytea, ${id}, 'sealed',
      ${at}::timestamptz, ${at}::timestamptz)`)
  return id
}
