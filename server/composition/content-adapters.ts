import { join } from 'node:path'

import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { ImageStorage } from '../platform/images/image-storage.ts'
import type { ContentStore, HostedContentStore } from '../providers/content/content.ts'
import { countedByHundred, openQuotaMeter } from '../providers/quotas/quota-meter.ts'
import type { SlugDigests } from '../providers/content/retired-slugs.ts'

/** Where campaigns, profiles and images are stored. */
export type Stores = {
  content: ContentStore
  imageStorage: ImageStorage
  hosted?: HostedContentStore
}

/** The content and image adapters that the settings name. */
export async function configuredStores(
  { content, images, dataDir, plans }: Pick<Config, 'content' | 'images' | 'dataDir' | 'plans'>,
  database: Database,
  digests: SlugDigests,
): Promise<Stores> {
  const ownImages = await configuredImageStorage(images, join(dataDir, 'images'))
  if (content.kind === 'sanity') {
    const { sanityContent } = await import('../providers/content/sanity/sanity-content.ts')
    const meter = openQuotaMeter({ database, now: () => new Date(), plans })
    const count = {
      api: countedByHundred(meter, 'content-requests'),
      cdn: countedByHundred(meter, 'content-cdn-requests'),
    }
    const onRequest = (service: keyof typeof count) => count[service]()
    return sanityContent({ ...content, database, digests, onRequest, ownImages })
  }
  const { embeddedContent } = await import('../providers/content/embedded/embedded-content.ts')
  return { content: embeddedContent(database, digests), imageStorage: ownImages }
}

/** Where supporting documents are stored, in both content modes: never at Sanity, whose assets are public. */
export async function configuredDocumentStorage({
  images,
  dataDir,
}: Pick<Config, 'images' | 'dataDir'>): Promise<ImageStorage> {
  if (images.kind === 's3') {
    const { s3ImageStorage } = await import('../platform/images/s3-storage.ts')
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
    return s3ImageStorage({ ...images, prefix: 'documents/', headers })
  }
  const { diskImageStorage } = await import('../platform/images/disk-storage.ts')
  return diskImageStorage(join(dataDir, 'documents'))
}

export async function configuredImageStorage(
  images: Config['images'],
  folder: string,
): Promise<ImageStorage> {
  if (images.kind === 's3') {
    const { s3ImageStorage } = await import('../platform/images/s3-storage.ts')
    return s3ImageStorage(images)
  }
  const { diskImageStorage } = await import('../platform/images/disk-storage.ts')
  return diskImageStorage(folder)
}
