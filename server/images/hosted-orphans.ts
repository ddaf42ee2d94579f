import { sql, type Sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import {
  deleteImage,
  idRow,
  isUnclaimed,
  orphanBatchSize,
  toOrphanTask,
  type OrphansDeps,
} from './orphans.ts'

type HostedOrphansDeps = OrphansDeps & {
  /** Returns those of the images that a campaign in the hosted store uses. */
  hosted: { findUsedImages: (ids: string[]) => Promise<string[]> }
}

/** Like `collectOrphans`, for campaigns in a hosted store. Queries the store once per batch. */
export async function collectHostedOrphans(deps: HostedOrphansDeps): Promise<number> {
  let collected = 0
  for (let after = ''; ;) {
    const ids = await listUnclaimed(deps, sql`i.id > ${after}`)
    const used = new Set(await deps.hosted.findUsedImages(ids))
    const orphans = ids.filter((id) => !used.has(id))
    for (const id of orphans) {
      // It may be used again since the list was read.
      if ((await listUnclaimed(deps, sql`i.id = ${id}`)).length === 0) continue
      await deleteImage(deps, id)
      collected += 1
    }
    after = ids.at(-1) ?? ''
    if (ids.length < orphanBatchSize) return collected
  }
}

async function listUnclaimed({ database, now }: OrphansDeps, where: Sql): Promise<string[]> {
  const rows = await database.rows(
    idRow,
    sql`select i.id from image i where ${where} and i.id ~ '^[0-9a-f]{64}$' and ${isUnclaimed(now())}
      order by i.id limit ${orphanBatchSize}`,
  )
  return rows.map(({ id }) => id)
}

export const hostedOrphanTask = (deps: HostedOrphansDeps): Task =>
  toOrphanTask(() => collectHostedOrphans(deps))
