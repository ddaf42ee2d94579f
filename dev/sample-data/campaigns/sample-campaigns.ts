import { communityCampaigns } from './community.ts'
import { healthCampaigns } from './health.ts'
import { otherCampaigns } from './other.ts'
import { reliefCampaigns } from './relief.ts'
import { schoolCampaigns } from './school.ts'
import { workCampaigns } from './work.ts'

/** Twelve campaigns open for donations, three ended, three pending and two rejected. All six categories occur. */
export const sampleCampaigns = [
  ...communityCampaigns,
  ...schoolCampaigns,
  ...healthCampaigns,
  ...reliefCampaigns,
  ...workCampaigns,
  ...otherCampaigns,
]
