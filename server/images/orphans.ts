import * as z from 'zod/mini'

import { imageWidths } from '#shared/image.ts'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import type { ImageStorage } from './image-storage.ts'

export type OrphansDeps = { database: Database; storage: ImageStorage; now: () => Date }

/** Gives people a day after an upload to save a draft or submit. */
const graceMs = 86_400_000
export const orphanBatchSize = 200
export const idRow = z.object({ id: z.string() })

/** Deletes images that no campaign, draft or pending change uses. Returns how many. */
export async function collectOrphans(deps: OrphansDeps): Promise<number> {
  let collected = 0
  for (;;) {
    const ids = await deleteOrphanRows(deps)
    for (const id of ids)
      for (const key of [id, ...imageWidths.map((width) => `${id}-${width}`)])
        await deps.storage.delete(key)
    collected += ids.length
    if (ids.length < orphanBatchSize) return collected
  }
}

async function deleteOrphanRows({ database, now }: OrphansDeps): Promise<string[]> {
  const rows = await database.rows(
    idRow,
    sql`delete from image where id in (
        select i.id from image i
        where ${isUnclaimed(now())} and not exists (
          select from campaign c
          where c.images @> jsonb_build_array(jsonb_build_object('id', i.id)) and c.deleted_at is null)
        limit ${orphanBatchSize})
      returning id`,
  )
  return rows.map(({ id }) => id)
}

/** Condition on `image i`: not uploaded within the last day, and in no draft and no pending change. */
export function isUnclaimed(now: Date): Sql {
  const since = new Date(now.getTime() - graceMs)
  return sql`i.created_at < ${since}
    and not exists (
      select from image_upload u where u.image_id = i.id and u.created_at >= ${since})
    and not exists (
      select from image_upload u join campaign_draft d on d.owner_uid = u.owner_uid
      where u.image_id = i.id and position(i.id in d.form) > 0)
    and not exists (
      select from campaign_pending_change change where position(i.id in change.proposed::text) > 0)`
}

export function orphanTask(deps: OrphansDeps): Task {
  return {
    name: 'collect-orphans',
    lane: 'images',
    cron: '30 1 * * *',
    run: async () => void (await collectOrphans(deps)),
  }
}
