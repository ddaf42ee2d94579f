import type { Database } from '../../../platform/database/database.ts'
import { cachedImageStorage } from '../../../platform/images/image-cache.ts'
import type { ImageStorage } from '../../../platform/images/image-storage.ts'
import type { ContentStore, HostedContentStore } from '../content.ts'
import type { SlugDigests } from '../retired-slugs.ts'
import { sanityCampaigns } from './campaigns.ts'
import { sanityWebhook } from './content-webhook.ts'
import { imageHandOut, withHandOut } from './image-hand-out.ts'
import { findUsedImages, sanityImageStorage } from './images.ts'
import { openListedWrites } from './listed-writes.ts'
import { sanityRanking } from './ranking.ts'
import { openSanityApi, type SanityOptions } from './sanity-api.ts'
import { sanityUsers } from './users.ts'

type HostedStores = SanityOptions & {
  database: Database
  digests?: SlugDigests
  /** Without it, nothing reports what editors change, so that the CDN is not used. */
  webhookSecret?: string
  /** Where images are stored before they are public, and after. */
  ownImages: ImageStorage
}

/**
 * Stores campaigns and profiles at Sanity, with the images of public campaigns. Slugs and asset ids are in our own database, all
 * images in our own storage (docs/hosted-content.md).
 */
export function sanityContent(options: HostedStores): {
  content: ContentStore
  imageStorage: ImageStorage
  hosted: HostedContentStore
} {
  const { database, digests, ownImages, webhookSecret: secret } = options
  const api = openSanityApi(options)
  const writes = openListedWrites(api, { database, usesCdn: secret !== undefined })
  return {
    content: withHandOut({
      ...sanityUsers(api, writes),
      ...sanityCampaigns(api, { database, digests, writes }),
    }),
    imageStorage: cachedImageStorage(sanityImageStorage(api, database, ownImages), {
      isCached: (key) => key.startsWith('image-'),
    }),
    hosted: {
      ...sanityRanking(api),
      findUsedImages: findUsedImages(api),
      handOutImages: imageHandOut(api, { database, ownImages }),
      ...(secret !== undefined && { webhook: sanityWebhook({ database, writes, secret }) }),
    },
  }
}
