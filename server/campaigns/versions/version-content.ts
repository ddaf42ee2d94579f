import { toStory, type VersionContent } from '#shared/campaign-version.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignContent } from './campaign-fields.ts'

/** The campaign as readers see it. */
export function toVersionContent(campaign: CampaignContent): VersionContent {
  const { contact } = campaign
  return {
    ...toStory(campaign),
    beneficiary: contact.isPublic ? contact.name : null,
  }
}

/**
 * The campaign with the texts and pictures that a reviewer last approved. Its contact and bank account are those of the campaign,
 * because they change by review only.
 */
export function toReviewedCampaign<Campaign extends CampaignContent>(
  campaign: Campaign,
  reviewed: VersionContent | undefined,
): Campaign {
  if (!reviewed) return campaign
  const { beneficiary: _beneficiary, ...content } = reviewed
  return { ...campaign, ...content }
}

/** Whether a reviewer has approved the campaign for visitors. A takedown hides it and leaves its versions as they are. */
export function isPublished({ status }: Pick<StoredCampaign, 'status'>): boolean {
  return ['approved', 'ended', 'cancelled', 'taken-down'].includes(status)
}
