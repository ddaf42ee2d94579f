import { join } from 'node:path'

import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { ImageStorage } from '../images/image-storage.ts'
import type { ContentStore, HostedContentStore } from '../providers/content/content.ts'

/** Where campaigns, profiles and images are stored. */
export type Stores = {
  content: ContentStore
  imageStorage: ImageStorage
  hosted?: HostedContentStore
}

/** The content and image adapters that the settings name. */
export async function configuredStores(
  { content, images, dataDir }: Pick<Config, 'content' | 'images' | 'dataDir'>,
  database: Database,
): Promise<Stores> {
  if (content.kind === 'sanity') {
    const { sanityContent } = await import('../providers/content/sanity/sanity-content.ts')
    return sanityContent({ ...content, database })
  }
  const { embeddedContent } = await import('../providers/content/embedded/embedded-content.ts')
  return {
    content: embeddedContent(database),
    imageStorage: await configuredImageStorage(images, join(dataDir, 'images')),
  }
}

async function configuredImageStorage(
  images: Config['images'],
  folder: string,
): Promise<ImageStorage> {
  if (images.kind === 's3') {
    const { s3ImageStorage } = await import('../images/s3-storage.ts')
    return s3ImageStorage(images)
  }
  const { diskImageStorage } = await import('../images/disk-storage.ts')
  return diskImageStorage(folder)
}
