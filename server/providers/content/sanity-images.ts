import * as z from 'zod/mini'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Images } from '../../images/images.ts'
import { picturesShown } from './sanity-queries.ts'
import { assetForm, type SanityWire } from './sanity-wire.ts'

type Key = { id: string; width: number | undefined }

const keyForm = /^([0-9a-f]{64}|image-[0-9a-f]{40}-\d+x\d+-(?:jpg|jpeg|png|webp))(?:-(\d{1,5}))?$/
const assetSchema = z.object({ id: z.string(), assetId: z.string() })

/** Pictures as assets of the hosted content store, which makes their smaller widths by itself. Which asset is which is written down here. */
export function sanityImages(wire: SanityWire, database: Database): Images {
  const assetOf = async (id: string) =>
    assetForm.test(id) ? id : (await assetsOf(database, [{ id }])).get(id)

  return {
    async write(key, bytes) {
      const { id, width } = partsOf(key) ?? notAKey(key)
      if (width !== undefined) return
      const assetId = await wire.upload(bytes, `${id}.webp`)
      await database.run(
        sql`insert into hosted_image (id, asset_id) values (${id}, ${assetId})
          on conflict (id) do update set asset_id = excluded.asset_id`,
      )
    },

    async read(key) {
      const parts = partsOf(key)
      const assetId = parts && (await assetOf(parts.id))
      return assetId === undefined ? undefined : wire.picture(assetId, parts?.width)
    },

    async delete(key) {
      const { id, width } = partsOf(key) ?? notAKey(key)
      const assetId = await assetOf(id)
      if (width !== undefined || assetId === undefined) return
      // What is still referred to, if only by something that is being edited, stays: the store sees to that.
      if ((await wire.mutate([{ delete: { id: assetId } }])) === 'conflict') return
      await database.run(sql`delete from hosted_image where id = ${id}`)
    },

    hasRoom: async () => true,
  }
}

/** Of our pictures: a campaign names them by their ids. */
export function shownPictures(wire: SanityWire) {
  return (ids: string[]) => wire.query(z.array(z.string()), picturesShown, { ids })
}

/** The assets of pictures that were sent to us, by their ids. */
export async function assetsOf(queries: Queries, images: { id: string }[]) {
  const found = await queries.rows(
    assetSchema,
    sql`select id, asset_id as "assetId" from hosted_image
      where id = any(${images.map(({ id }) => id)})`,
  )
  return new Map(found.map(({ id, assetId }) => [id, assetId]))
}

function partsOf(key: string): Key | undefined {
  const [, id, width] = keyForm.exec(key) ?? []
  return id === undefined ? undefined : { id, width: width === undefined ? width : Number(width) }
}

function notAKey(key: string): never {
  throw new Error(`not the key of a picture: ${key}`)
}
