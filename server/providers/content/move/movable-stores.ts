import * as z from 'zod/mini'

import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { sql } from '../../../platform/database/sql.ts'
import { embeddedMovableStore } from '../embedded/embedded-move.ts'
import type { MoveDeps } from './move-content.ts'
import type { MovableStore } from '../moved-content.ts'
import { movedImages } from './moved-images.ts'
import { clearAssets } from '../sanity/clear-assets.ts'
import { imageHandOut } from '../sanity/image-hand-out.ts'
import { findAssets } from '../sanity/images.ts'
import { openSanityApi } from '../sanity/sanity-api.ts'
import { sanityContent } from '../sanity/sanity-content.ts'
import { listPublicAssets, sanityMovableStore } from '../sanity/sanity-move.ts'
import { countedByHundred, openQuotaMeter } from '../../quotas/quota-meter.ts'

type MoveOptions = {
  database: Database
  ownImages: ImageStorage
  plans: Config['plans']
  sanity: Extract<Config['content'], { kind: 'sanity' }>
}

export type MovableStores = {
  embedded: MovableStore
  hosted: MovableStore
  images: MoveDeps['images']
  findDeleted: MoveDeps['findDeleted']
  /** Deletes the copies of pictures at Sanity. Returns how many. */
  clearAssets: () => Promise<number>
}

const idRow = z.object({ id: z.string() })

/** Both content stores, whichever is live, as `npm run ajo -- content` needs them. */
export function openMovableStores({
  database,
  ownImages,
  plans,
  sanity,
}: MoveOptions): MovableStores {
  const meter = openQuotaMeter({ database, now: () => new Date(), plans })
  const options = { ...sanity, onRequest: countedByHundred(meter, 'content-requests') }
  const api = openSanityApi(options)
  const { content } = sanityContent({ ...options, database, ownImages })
  return {
    embedded: embeddedMovableStore(database),
    hosted: sanityMovableStore({ api, database }, (id) => content.deleteCampaign(id)),
    images: movedImages({
      database,
      own: ownImages,
      hosted: {
        findAsset: async (id) => (await findAssets(database, [{ id }])).get(id),
        fetch: (assetId) => api.fetchImage(assetId, undefined),
        listPublic: () => listPublicAssets(api),
        handOut: imageHandOut(api, { database, ownImages }),
      },
    }),
    async findDeleted(ids) {
      const rows = await database.rows(
        idRow,
        sql`select campaign_id as id from deleted_campaign where campaign_id = any(${ids})`,
      )
      return new Set(rows.map(({ id }) => id))
    },
    clearAssets: () => clearAssets(api, database),
  }
}
