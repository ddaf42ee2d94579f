import * as z from 'zod/mini'

import type { Config } from '../../../platform/config/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { countedByHundred, openQuotaMeter } from '../../quotas/quota-meter.ts'
import { embeddedMovableStore } from '../embedded/embedded-move.ts'
import { clearAssets, imageHandOut, findAssets } from '../sanity/images.ts'
import { openSanityApi } from '../sanity/sanity-api.ts'
import { sanityContent } from '../sanity/sanity-content.ts'
import { listPublicAssets, sanityMovableStore } from '../sanity/sanity-move.ts'
import { type MoveDeps, movedImages } from './move-content.ts'
import { type MovableStore, MoveRefused } from '../moved-content.ts'

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

type ClearDeps = {
  /** The store that nothing uses any more. */
  cleared: MovableStore
  live: MovableStore
  findDeleted: (ids: string[]) => Promise<Set<string>>
}

export type Cleared = { campaigns: number; users: number }

/** Counts what a store holds. Refuses if it is the only one that has a campaign or profile. */
export async function checkCleared({ cleared, live, findDeleted }: ClearDeps): Promise<Cleared> {
  const only: string[] = []
  const count = { campaigns: 0, users: 0 }
  for await (const { campaigns } of cleared.listCampaigns()) {
    const ids = campaigns.map(({ id }) => id)
    const there = new Set((await live.findCampaigns(ids)).map(({ id }) => id))
    const deleted = await findDeleted(ids)
    only.push(...ids.filter((id) => !there.has(id) && !deleted.has(id)))
    count.campaigns += ids.length
  }
  for await (const users of cleared.listUsers()) {
    const uids = users.map(({ uid }) => uid)
    const there = new Set((await live.findUsers(uids)).map(({ uid }) => uid))
    only.push(...uids.filter((uid) => !there.has(uid)))
    count.users += uids.length
  }
  if (only.length > 0)
    throw new MoveRefused(
      `${only.length} campaigns and profiles are only in that store: ${only.slice(0, 5).join(', ')}. Move them first.`,
    )
  return count
}

/** Deletes everything that Ajo wrote. It can be stopped at any point and run again. */
export async function clearContent({ cleared }: Pick<ClearDeps, 'cleared'>): Promise<void> {
  const ids: string[] = []
  for await (const { campaigns } of cleared.listCampaigns())
    ids.push(...campaigns.map(({ id }) => id))
  for (const id of ids) await cleared.deleteCampaign(id)
  const uids: string[] = []
  for await (const users of cleared.listUsers()) uids.push(...users.map(({ uid }) => uid))
  for (const uid of uids) await cleared.deleteUser(uid)
}
