import { join } from 'node:path'

import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { diskImages } from '../images/disk-images.ts'
import type { Images } from '../images/images.ts'
import { s3Images } from '../images/s3-images.ts'
import type { ContentStore, HostedStore } from '../providers/content/content.ts'
import { embeddedContent } from '../providers/content/embedded.ts'
import { sanityContent } from '../providers/content/sanity.ts'

/** Where campaigns, profiles and pictures are. */
export type Stores = { content: ContentStore; images: Images; hosted?: HostedStore }

/** The stores that the settings name. */
export function configuredStores(
  { content, images, dataDir }: Pick<Config, 'content' | 'images' | 'dataDir'>,
  database: Database,
): Stores {
  if (content.kind === 'sanity') return sanityContent({ ...content, database })
  const stored = images.kind === 's3' ? s3Images(images) : diskImages(join(dataDir, 'images'))
  return { content: embeddedContent(database), images: stored }
}
