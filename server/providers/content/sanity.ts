import type { Database } from '../../database/database.ts'
import type { Images } from '../../images/images.ts'
import type { ContentStore, HostedStore } from './content.ts'
import { sanityCampaigns } from './sanity-campaign.ts'
import { sanityImages, shownPictures } from './sanity-images.ts'
import { sanityRanking } from './sanity-ranking.ts'
import { sanityUsers } from './sanity-user.ts'
import { sanityWire, type SanityOptions } from './sanity-wire.ts'

/** Campaigns, profiles and pictures at Sanity (docs/hosted-content.md). The database keeps what the specification's documents have no room for. */
export function sanityContent(options: SanityOptions & { database: Database }): {
  content: ContentStore
  images: Images
  hosted: HostedStore
} {
  const { database } = options
  const wire = sanityWire(options)
  return {
    content: { ...sanityUsers(wire), ...sanityCampaigns(wire, database) },
    images: sanityImages(wire, database),
    hosted: { ...sanityRanking(wire), shownPictures: shownPictures(wire) },
  }
}
