import { communityCampaigns } from './community-campaigns.ts'
import { healthCampaigns } from './health-campaigns.ts'
import { otherCampaigns } from './other-campaigns.ts'
import { reliefCampaigns } from './relief-campaigns.ts'
import { schoolCampaigns } from './school-campaigns.ts'
import { workCampaigns } from './work-campaigns.ts'

/** Twelve that may be given to, in all six categories, three that have ended, three that wait for a reviewer and two that were rejected. */
export const sampleCampaigns = [
  ...communityCampaigns,
  ...schoolCampaigns,
  ...healthCampaigns,
  ...reliefCampaigns,
  ...workCampaigns,
  ...otherCampaigns,
]
