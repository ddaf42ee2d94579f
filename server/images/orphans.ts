import * as z from 'zod/mini'

import { imageWidths } from '#shared/image.ts'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import type { Images } from './images.ts'

type Parts = { database: Database; images: Images; now: () => Date }

/** Whoever is still at the wizard has a day to save a draft or to submit. */
const keptMs = 86_400_000
/** How many are looked at in one go. */
export const batch = 200

/** Deletes the pictures that no campaign and no draft shows: of wizards that were left, and of campaigns that were deleted. */
export async function collectOrphans(parts: Parts): Promise<number> {
  let collected = 0
  for (;;) {
    const ids = await forgetOrphans(parts)
    for (const id of ids)
      for (const key of [id, ...imageWidths.map((width) => `${id}-${width}`)])
        await parts.images.delete(key)
    collected += ids.length
    if (ids.length < batch) return collected
  }
}

async function forgetOrphans({ database, now }: Parts): Promise<string[]> {
  const rows = await database.rows(
    z.object({ id: z.string() }),
    sql`delete from image where id in (
        select i.id from image i
        where ${unclaimed(now())} and not exists (
          select from campaign c
          where c.images @> jsonb_build_array(jsonb_build_object('id', i.id)) and c.deleted_at is null)
        limit ${batch})
      returning id`,
  )
  return rows.map(({ id }) => id)
}

/** What nobody has sent of late, and no draft and no proposed change shows: of `image i`. */
export function unclaimed(now: Date): Sql {
  const since = new Date(now.getTime() - keptMs)
  return sql`i.created_at < ${since}
    and not exists (
      select from image_upload u where u.image_id = i.id and u.created_at >= ${since})
    and not exists (
      select from image_upload u join campaign_draft d on d.owner_uid = u.owner_uid
      where u.image_id = i.id and position(i.id in d.form) > 0)
    and not exists (
      select from campaign_change change where position(i.id in change.proposed::text) > 0)`
}

export function orphanTask(parts: Parts): Task {
  return {
    name: 'collect-orphans',
    cron: '30 1 * * *',
    run: async () => void (await collectOrphans(parts)),
  }
}
