import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import type { Images } from './images.ts'
import { batch, unclaimed } from './orphans.ts'

type Parts = {
  database: Database
  images: Images
  now: () => Date
  /** What campaigns show only their store can say. */
  hosted: { shownPictures: (ids: string[]) => Promise<string[]> }
}

/** The same where campaigns are held elsewhere: the store is asked about each batch before anything of it is deleted. */
export async function collectHostedOrphans(parts: Parts): Promise<number> {
  let collected = 0
  for (let after = ''; ;) {
    const ids = await unclaimedAfter(parts, after)
    const shown = new Set(await parts.hosted.shownPictures(ids))
    const orphans = ids.filter((id) => !shown.has(id))
    for (const id of orphans) await parts.images.delete(id)
    await parts.database.run(sql`delete from image where id = any(${orphans})`)
    collected += orphans.length
    after = ids.at(-1) ?? ''
    if (ids.length < batch) return collected
  }
}

async function unclaimedAfter({ database, now }: Parts, after: string): Promise<string[]> {
  const rows = await database.rows(
    z.object({ id: z.string() }),
    sql`select i.id from image i where i.id > ${after} and ${unclaimed(now())}
      order by i.id limit ${batch}`,
  )
  return rows.map(({ id }) => id)
}

export function hostedOrphanTask(parts: Parts): Task {
  return {
    name: 'collect-hosted-orphans',
    cron: '30 1 * * *',
    run: async () => void (await collectHostedOrphans(parts)),
  }
}
