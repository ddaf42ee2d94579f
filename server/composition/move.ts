import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { embeddedMovableStore } from '../providers/content/embedded/embedded-move.ts'
import type { MoveDeps } from '../providers/content/move/move-content.ts'
import type { MovableStore } from '../providers/content/move/moved-content.ts'
import { movedImages } from '../providers/content/move/moved-images.ts'
import { clearAssets } from '../providers/content/sanity/clear-assets.ts'
import { imageHandOut } from '../providers/content/sanity/image-hand-out.ts'
import { findAssets } from '../providers/content/sanity/images.ts'
import { openSanityApi } from '../providers/content/sanity/sanity-api.ts'
import { sanityContent } from '../providers/content/sanity/sanity-content.ts'
import { listPublicAssets, sanityMovableStore } from '../providers/content/sanity/sanity-move.ts'
import { countedByHundred, openQuotaMeter } from '../providers/quotas/quota-meter.ts'
import { configuredImageStorage } from './content-adapters.ts'

type MoveConfig = Pick<Config, 'images' | 'dataDir' | 'plans'> & {
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
export async function openMovableStores(
  { images, dataDir, plans, sanity }: MoveConfig,
  database: Database,
): Promise<MovableStores> {
  const ownImages = await configuredImageStorage(images, join(dataDir, 'images'))
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
