import type { Database } from '../../database/database.ts'
import type { ContentStore } from './content.ts'
import { embeddedCampaigns } from './embedded-campaign.ts'
import { embeddedUsers } from './embedded-user.ts'

/** Campaigns and profiles in our own database: nothing to sign up for. */
export function embeddedContent(database: Database): ContentStore {
  return { ...embeddedUsers(database), ...embeddedCampaigns(database) }
}
