import type { Database } from '../../../database/database.ts'
import type { ImageStorage } from '../../../images/image-storage.ts'
import type { ContentStore, HostedContentStore } from '../content.ts'
import type { SlugDigests } from '../retired-slugs.ts'
import { sanityCampaigns } from './campaigns.ts'
import { imageHandOut, withHandOut } from './image-hand-out.ts'
import { findUsedImages, sanityImageStorage } from './images.ts'
import { sanityRanking } from './ranking.ts'
import { openSanityApi, type SanityOptions } from './sanity-api.ts'
import { sanityUsers } from './users.ts'

type HostedStores = SanityOptions & {
  database: Database
  digests?: SlugDigests
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
  const { database, digests, ownImages } = options
  const api = openSanityApi(options)
  return {
    content: withHandOut({
      ...sanityUsers(api),
      ...sanityCampaigns(api, { database, digests }),
    }),
    imageStorage: sanityImageStorage(api, database, ownImages),
    hosted: {
      ...sanityRanking(api),
      findUsedImages: findUsedImages(api),
      handOutImages: imageHandOut(api, { database, ownImages }),
    },
  }
}
