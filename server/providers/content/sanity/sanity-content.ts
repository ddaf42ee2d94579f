import type { Database } from '../../../database/database.ts'
import type { ImageStorage } from '../../../images/image-storage.ts'
import type { ContentStore, HostedContentStore } from '../content.ts'
import type { SlugDigests } from '../retired-slugs.ts'
import { sanityCampaigns } from './campaigns.ts'
import { findUsedImages, sanityImageStorage } from './images.ts'
import { sanityRanking } from './ranking.ts'
import { openSanityApi, type SanityOptions } from './sanity-api.ts'
import { sanityUsers } from './users.ts'

/** Stores campaigns, profiles and images at Sanity, and slugs and asset ids in our own database (docs/hosted-content.md). */
export function sanityContent(
  options: SanityOptions & { database: Database; digests?: SlugDigests },
): {
  content: ContentStore
  imageStorage: ImageStorage
  hosted: HostedContentStore
} {
  const { database, digests } = options
  const api = openSanityApi(options)
  return {
    content: { ...sanityUsers(api), ...sanityCampaigns(api, { database, digests }) },
    imageStorage: sanityImageStorage(api, database),
    hosted: { ...sanityRanking(api), findUsedImages: findUsedImages(api) },
  }
}
