import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { eachPage } from '../../../platform/lists/each-page.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { enqueueHandOut } from '../../../platform/images/orphans.ts'
import type { ContentStore } from '../content.ts'
import { existingAssets, usedImages, withheldImages } from './queries.ts'
import { assetIdPattern, type SanityApi } from './sanity-api.ts'

const keyPattern =
  /^([0-9a-f]{64}|image-[0-9a-f]{40}-\d+x\d+-(?:jpg|jpeg|png|webp))(?:-(\d{1,5})(-jpeg)?)?$/
const assetRow = z.object({ id: z.string(), assetId: z.string() })

/**
 * Images in our own storage. Sanity has copies of those that public campaigns show (image-hand-out.ts), and images of other
 * programs, which it resizes.
 */
export function sanityImageStorage(
  api: SanityApi,
  database: Database,
  own: ImageStorage,
): ImageStorage {
  const findAsset = async (id: string) =>
    assetIdPattern.test(id) ? id : (await findAssets(database, [{ id }])).get(id)

  return {
    async write(key, bytes) {
      const { id } = parseKey(key)
      if (!assetIdPattern.test(id)) await own.write(key, bytes)
    },

    async read(key) {
      if (!keyPattern.test(key)) return undefined
      const stored = await own.read(key)
      if (stored) return stored
      const { id, width, isConverted } = parseKey(key)
      // A copy of our own image is made from our own image.
      if (isConverted || (width !== undefined && (await own.read(id)))) return undefined
      const assetId = await findAsset(id)
      return assetId === undefined ? undefined : api.fetchImage(assetId, width)
    },

    async delete(key) {
      const { id, width } = parseKey(key)
      await own.delete(key)
      if (width !== undefined) return
      const assetId = await findAsset(id)
      if (assetId === undefined) return
      // Sanity refuses to delete assets that a document or draft refers to.
      if ((await api.mutate([{ delete: { id: assetId } }])) === 'conflict') return
      await database.run(sql`delete from hosted_image where id = ${id}`)
    },

    hasSpace: () => own.hasSpace(),
  }
}

/** Campaigns refer to our images by their ids. */
export function findUsedImages(api: SanityApi) {
  return (ids: string[]) => api.query(z.array(z.string()), usedImages, { ids })
}

/** The asset ids of images that Sanity has, by image id. */
export async function findAssets(queries: Queries, images: { id: string }[]) {
  const found = await queries.rows(
    assetRow,
    sql`select id, asset_id as "assetId" from hosted_image
      where id = any(${images.map(({ id }) => id)})`,
  )
  return new Map(found.map(({ id, assetId }) => [id, assetId]))
}

/**
 * The same, after a look whether Sanity still has them. Our database may name assets that an editor deleted, or those of another
 * project. It forgets them, so that they are uploaded again.
 */
export async function findExistingAssets(
  api: SanityApi,
  database: Database,
  images: { id: string }[],
) {
  const assets = await findAssets(database, images)
  if (assets.size === 0) return assets
  const ids = await api.query(z.array(z.string()), existingAssets, { ids: [...assets.values()] })
  const existing = new Set(ids)
  const missing = [...assets].filter(([, asset]) => !existing.has(asset)).map(([id]) => id)
  if (missing.length > 0)
    await database.run(sql`delete from hosted_image where id = any(${missing})`)
  for (const id of missing) assets.delete(id)
  return assets
}

/** Gives Sanity a copy of an image of ours. The same bytes give the same asset. */
export async function uploadImage(
  api: SanityApi,
  database: Database,
  { id, bytes }: { id: string; bytes: Uint8Array },
): Promise<string> {
  const assetId = await api.upload(bytes, `${id}.webp`)
  await database.run(
    sql`insert into hosted_image (id, asset_id) values (${id}, ${assetId})
      on conflict (id) do update set asset_id = excluded.asset_id`,
  )
  return assetId
}

type Key = { id: string; width: number | undefined; isConverted: boolean }

/** Sanity makes the copies in WebP. Others are made on each request, from its original. */
function parseKey(key: string): Key {
  const [, id, width, format] = keyPattern.exec(key) ?? []
  if (id === undefined) throw new Error(`invalid image key: ${key}`)
  return {
    id,
    width: width === undefined ? undefined : Number(width),
    isConverted: format !== undefined,
  }
}

type HandOutDeps = { database: Database; ownImages: Pick<ImageStorage, 'read'> }

const batchSize = 50
const withheldSchema = z.array(
  z.object({ _id: z.string(), _rev: z.string(), images: z.array(z.string()) }),
)
type Withheld = z.output<typeof withheldSchema>[number]

/**
 * Uploads the pictures of public campaigns that Sanity does not have, and names them in their documents. Assets are public and stay
 * in caches after their deletion, so Sanity gets no picture before a reviewer has approved it. Returns the number of campaigns.
 */
export function imageHandOut(api: SanityApi, deps: HandOutDeps) {
  return async (): Promise<number> => {
    let campaigns = 0
    const failed: string[] = []
    const read = (last?: Withheld) =>
      api.query(withheldSchema, withheldImages, { after: last?._id ?? '', limit: batchSize })
    for await (const found of eachPage(batchSize, read))
      for (const campaign of found)
        if (await handOut(api, deps, campaign)) campaigns += 1
        else failed.push(campaign._id)
    if (failed.length > 0)
      throw new Error(`pictures of ${failed.length} campaigns are missing: ${failed.join(', ')}`)
    return campaigns
  }
}

/** False when our own storage lacks a picture. The others of the campaign are handed out. */
async function handOut(
  api: SanityApi,
  { database, ownImages }: HandOutDeps,
  { _id, _rev, images }: Withheld,
): Promise<boolean> {
  const assets = await findExistingAssets(
    api,
    database,
    images.map((id) => ({ id })),
  )
  for (const id of images) {
    if (assets.has(id)) continue
    const bytes = await ownImages.read(id)
    if (bytes) assets.set(id, await uploadImage(api, database, { id, bytes }))
  }
  const set = Object.fromEntries(
    [...assets].map(([id, _ref]) => [`images[_key=="${id}"].asset`, { _type: 'reference', _ref }]),
  )
  // A document that changed meanwhile, or was deleted, is looked at again by the next run.
  if (assets.size > 0) await api.mutate([{ patch: { id: _id, ifRevisionID: _rev, set } }])
  return assets.size === new Set(images).size
}

/** Enqueues the hand-out with every change that leaves a campaign public. */
export function withHandOut(content: ContentStore): ContentStore {
  return {
    ...content,
    changeCampaign: (id, plan) =>
      content.changeCampaign(id, async (queries, current) => {
        const update = typeof plan === 'function' ? await plan(queries, current) : plan
        if (!publicStatuses.includes(update.to ?? current.status)) return update
        return {
          ...update,
          record: async (transaction) => {
            await update.record?.(transaction)
            await enqueueHandOut(transaction)
          },
        }
      }),
  }
}

/** Deletes the assets that Ajo uploaded, except those that a document or draft still shows. Returns how many. */
export async function clearAssets(api: SanityApi, database: Database): Promise<number> {
  let cleared = 0
  const read = (last?: z.output<typeof assetRow>) =>
    database.rows(
      assetRow,
      sql`select id, asset_id as "assetId" from hosted_image where id > ${last?.id ?? ''} order by id limit ${batchSize}`,
    )
  for await (const rows of eachPage(batchSize, read))
    for (const { id, assetId } of rows) {
      if ((await api.mutate([{ delete: { id: assetId } }])) === 'conflict') continue
      await database.run(sql`delete from hosted_image where id = ${id}`)
      cleared += 1
    }
  return cleared
}
