import * as z from 'zod/mini'

import { terms, toTermStart } from '#shared/terms.ts'

import type { Database, Queries, Transaction } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { eachPage } from '../lists/each-page.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import { listImageKeys, type ImageStorage } from './image-storage.ts'

type OrphansDeps = { database: Database; storage: ImageStorage; now: () => Date }

const batchSize = 200

/** Deletes images that no campaign, version, update, draft or pending change uses. Returns how many. */
export const collectOrphans = (deps: OrphansDeps): Promise<number> =>
  deleteUnused(deps, {
    where: sql`not exists (
      select from campaign c
      where c.images @> jsonb_build_array(jsonb_build_object('id', i.id)) and c.deleted_at is null)`,
  })

type Unused = {
  /** Condition on `image i`, besides `isUnclaimed`. */
  where: Sql
  /** Returns those of the images that are used in another store. Asked once per batch. */
  findUsed?: (ids: string[]) => Promise<string[]>
}

/** Returns how many images were deleted. */
async function deleteUnused(
  deps: OrphansDeps,
  { where, findUsed = async () => [] }: Unused,
): Promise<number> {
  const list = (ids: Sql) => listUnclaimed(deps, sql`${ids} and ${where}`)
  let deleted = 0
  for await (const ids of eachPage(batchSize, (last?: string) => list(sql`i.id > ${last ?? ''}`))) {
    const used = new Set(await findUsed(ids))
    for (const id of ids) {
      // It may be used again since the list was read.
      if (used.has(id) || (await list(sql`i.id = ${id}`)).length === 0) continue
      await deleteImage(deps, id)
      deleted += 1
    }
  }
  return deleted
}

/** The row goes last: without it nothing would delete what an outage of the storage left. */
async function deleteImage({ database, storage }: OrphansDeps, id: string): Promise<void> {
  // The image before its copies, so that none is made from it meanwhile.
  for (const key of [id, ...listImageKeys(id)]) await storage.delete(key)
  await database.run(sql`delete from image where id = ${id}`)
}

const listUnclaimed = ({ database, now }: OrphansDeps, where: Sql): Promise<string[]> =>
  database.values(
    z.string(),
    sql`select i.id from image i where ${where} and ${isUnclaimed(now())} order by i.id limit ${batchSize}`,
  )

/** Condition on `image i` and `campaign_update published`. */
export const isInUpdate = sql`(
  published.images @> jsonb_build_array(jsonb_build_object('id', i.id))
  or published.earlier @> jsonb_build_array(jsonb_build_object('images', jsonb_build_array(jsonb_build_object('id', i.id)))))`

/** Condition on `image i`: no upload within the last day, and in no draft, pending change, version or update of a campaign. */
function isUnclaimed(now: Date): Sql {
  const since = toTermStart(terms.unusedImage, now)
  return sql`not exists (
      select from image_upload u where u.image_id = i.id and u.created_at >= ${since})
    and not exists (
      select from image_upload u join campaign_draft d on d.owner_uid = u.owner_uid
      where u.image_id = i.id and position(i.id in d.form) > 0)
    and not exists (
      select from campaign_pending_change change where position(i.id in change.proposed::text) > 0)
    and not exists (
      select from campaign_version v
      where v.content->'images' @> jsonb_build_array(jsonb_build_object('id', i.id)))
    and not exists (select from campaign_update published where ${isInUpdate})`
}

/** An image of a deleted campaign is no longer its owner's, and need not wait for the day that an upload has, unless a draft uses it. */
export async function releaseImages(
  { run }: Transaction,
  { ownerUid, images }: { ownerUid: string; images: readonly { id: string }[] },
): Promise<void> {
  await run(sql`
    delete from image_upload upload
    where upload.owner_uid = ${ownerUid} and upload.image_id = any(${images.map(({ id }) => id)})
      and not exists (
        select from campaign_draft d
        where d.owner_uid = upload.owner_uid and d.campaign_id = '' and position(upload.image_id in d.form) > 0)`)
}

const collectOrphansTask = 'collect-orphans'

/** Deletes orphans now. Call it in the transaction that ends the use of images. */
export const enqueueOrphans = (queries: Queries): Promise<void> =>
  enqueueJob(queries, { task: collectOrphansTask, payload: {}, key: `${collectOrphansTask} now` })

/** Every night, and after deletions. */
const toOrphanTask = (collect: () => Promise<number>): Task => ({
  name: collectOrphansTask,
  lane: 'images',
  cron: '30 1 * * *',
  run: async () => void (await collect()),
})

export const orphanTask = (deps: OrphansDeps): Task => toOrphanTask(() => collectOrphans(deps))

type HostedOrphansDeps = OrphansDeps & {
  /** Returns those of the images that a campaign in the hosted store uses. */
  hosted: { findUsedImages: (ids: string[]) => Promise<string[]> }
}

/** Like `collectOrphans`, for campaigns in a hosted store. */
export const collectHostedOrphans = (deps: HostedOrphansDeps): Promise<number> =>
  deleteUnused(deps, { where: sql`i.id ~ '^[0-9a-f]{64}$'`, findUsed: deps.hosted.findUsedImages })

export const hostedOrphanTask = (deps: HostedOrphansDeps): Task =>
  toOrphanTask(() => collectHostedOrphans(deps))

const name = 'hand-out-images'

/** Call it in the transaction that makes pictures public. */
export const enqueueHandOut = (queries: Queries): Promise<void> =>
  enqueueJob(queries, { task: name, payload: {}, key: `${name} now` })

/** After approvals, and every quarter of an hour for those that an editor made in the store's own studio. */
export const handOutTask = (handOut: () => Promise<number>): Task => ({
  name,
  lane: 'images',
  cron: '*/15 * * * *',
  run: async () => void (await handOut()),
})
