import { sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import { deleteUnused, toOrphanTask, type OrphansDeps } from './orphans.ts'

type HostedOrphansDeps = OrphansDeps & {
  /** Returns those of the images that a campaign in the hosted store uses. */
  hosted: { findUsedImages: (ids: string[]) => Promise<string[]> }
}

/** Like `collectOrphans`, for campaigns in a hosted store. */
export const collectHostedOrphans = (deps: HostedOrphansDeps): Promise<number> =>
  deleteUnused(deps, {
    where: sql`i.id ~ '^[0-9a-f]{64}$'`,
    findUsed: deps.hosted.findUsedImages,
  })

export const hostedOrphanTask = (deps: HostedOrphansDeps): Task =>
  toOrphanTask(() => collectHostedOrphans(deps))
