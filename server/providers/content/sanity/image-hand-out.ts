import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'

import type { Database } from '../../../platform/database/database.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import { enqueueHandOut } from '../../../platform/images/hand-out-task.ts'
import type { ContentStore } from '../content.ts'
import { findExistingAssets, uploadImage } from './images.ts'
import { withheldImages } from './queries.ts'
import type { SanityApi } from './sanity-api.ts'

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
    for (let after = ''; ;) {
      const found = await api.query(withheldSchema, withheldImages, { after, limit: batchSize })
      for (const campaign of found)
        if (await handOut(api, deps, campaign)) campaigns += 1
        else failed.push(campaign._id)
      after = found.at(-1)?._id ?? ''
      if (found.length < batchSize) break
    }
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
