import * as z from 'zod/mini'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { existingAssets, usedImages } from './queries.ts'
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
