import * as z from 'zod/mini'

import { terms, toTermStart } from '#shared/terms.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ImageStorage } from '../../platform/images/image-storage.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { markDeleted } from './document-rows.ts'

type PurgeDeps = { database: Database; documentStorage: ImageStorage; now: () => Date }

const batchSize = 100
const fileRow = z.object({ fileKey: z.string() })

/** Deletes the files of deleted documents, of uploads that broke off, and of drafts and evidence that are gone. Returns how many. */
export async function purgeDocuments(deps: PurgeDeps): Promise<number> {
  const { database, documentStorage, now } = deps
  await markDeleted(database, isAbandoned(now()), now())
  for (let purged = 0; ;) {
    const files = await database.rows(
      fileRow,
      sql`select file_key as "fileKey" from campaign_document
        where deleted_at is not null order by deleted_at limit ${batchSize}`,
    )
    for (const { fileKey } of files) {
      await documentStorage.delete(fileKey)
      await database.run(sql`delete from campaign_document where file_key = ${fileKey}`)
    }
    purged += files.length
    if (files.length < batchSize) return purged
  }
}

function isAbandoned(now: Date) {
  return sql`created_at < ${toTermStart(terms.unusedDocument, now)} and (
    stored_at is null
    or campaign_id is null and not exists (
      select from campaign_draft d where d.owner_uid = campaign_document.owner_uid)
    or exists (
      select from deleted_campaign d where d.campaign_id = campaign_document.campaign_id and d.finished_at is not null)
    and not exists (select from evidence e where e.campaign_id = campaign_document.campaign_id))`
}

export function purgeDocumentsTask(deps: PurgeDeps): Task {
  return {
    name: 'purge-documents',
    lane: 'images',
    cron: '45 * * * *',
    run: async () => void (await purgeDocuments(deps)),
  }
}
