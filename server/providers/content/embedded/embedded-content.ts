import type { Database } from '../../../database/database.ts'
import type { ContentStore } from '../content.ts'
import { embeddedCampaigns } from './campaigns.ts'
import { embeddedUsers } from './users.ts'

/** Stores campaigns and profiles in our own database. */
export function embeddedContent(database: Database): ContentStore {
  return { ...embeddedUsers(database), ...embeddedCampaigns(database) }
}
