import * as z from 'zod/mini'

import type { Database, Queries } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import type { ImageStorage } from '../../../images/image-storage.ts'
import { usedImages } from './queries.ts'
import { assetIdPattern, type SanityApi } from './sanity-api.ts'

const keyPattern =
  /^([0-9a-f]{64}|image-[0-9a-f]{40}-\d+x\d+-(?:jpg|jpeg|png|webp))(?:-(\d{1,5})(-jpeg)?)?$/
const assetRow = z.object({ id: z.string(), assetId: z.string() })

/** Images as Sanity assets. Sanity resizes them; our database maps our image ids to asset ids. */
export function sanityImageStorage(api: SanityApi, database: Database): ImageStorage {
  const findAsset = async (id: string) =>
    assetIdPattern.test(id) ? id : (await findAssets(database, [{ id }])).get(id)

  return {
    async write(key, bytes) {
      const { id, width } = parseKey(key)
      if (width !== undefined) return
      const assetId = await api.upload(bytes, `${id}.webp`)
      await database.run(
        sql`insert into hosted_image (id, asset_id) values (${id}, ${assetId})
          on conflict (id) do update set asset_id = excluded.asset_id`,
      )
    },

    async read(key) {
      if (!keyPattern.test(key)) return undefined
      const { id, width, isConverted } = parseKey(key)
      const assetId = isConverted ? undefined : await findAsset(id)
      return assetId === undefined ? undefined : api.fetchImage(assetId, width)
    },

    async delete(key) {
      const { id, width } = parseKey(key)
      const assetId = await findAsset(id)
      if (width !== undefined || assetId === undefined) return
      // Sanity refuses to delete assets that a document or draft refers to.
      if ((await api.mutate([{ delete: { id: assetId } }])) === 'conflict') return
      await database.run(sql`delete from hosted_image where id = ${id}`)
    },

    hasSpace: async () => true,
  }
}

/** Campaigns refer to our images by their ids. */
export function findUsedImages(api: SanityApi) {
  return (ids: string[]) => api.query(z.array(z.string()), usedImages, { ids })
}

/** The asset ids of uploaded images, by image id. */
export async function findAssets(queries: Queries, images: { id: string }[]) {
  const found = await queries.rows(
    assetRow,
    sql`select id, asset_id as "assetId" from hosted_image
      where id = any(${images.map(({ id }) => id)})`,
  )
  return new Map(found.map(({ id, assetId }) => [id, assetId]))
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
