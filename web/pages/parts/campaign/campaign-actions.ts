import { HandHeart, HeartHandshake, type LucideIcon, Megaphone, Share2 } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'

import {
  donatePath,
  payoutsPath,
  publicDonatePath,
  shareKitPath,
  updatesPath,
} from '../../../navigation/paths.ts'
import { toShownStatus } from './campaign-card.tsx'
import { campaignText } from '../../../text/campaign.ts'

type CampaignAction = { name: string; to: string; icon: LucideIcon }
type Campaign = Pick<
  CampaignDetail,
  'id' | 'slug' | 'status' | 'daysLeft' | 'acceptsDonations' | 'isOwner'
>
type Place = { isPublicPage: boolean; code?: string | undefined }

/** What this person can do next with a campaign, the most useful first. An organiser edits and answers in the panel of an unpublished one. */
export function listCampaignActions(
  campaign: Campaign,
  { isPublicPage, code }: Place,
): CampaignAction[] {
  const { id, slug, acceptsDonations, isOwner } = campaign
  const status = toShownStatus(campaign)
  const { actions: text, donate } = campaignText
  const donation = {
    name: donate,
    to: isPublicPage ? publicDonatePath(slug, code) : donatePath(id),
    icon: isPublicPage ? HeartHandshake : HandHeart,
  }
  const donations = acceptsDonations ? [donation] : []
  if (!isOwner) return donations
  const toDonors = [
    { name: text.update, to: updatesPath(slug), icon: Megaphone },
    { name: text.thank, to: payoutsPath(id), icon: HeartHandshake },
  ]
  if (status === 'approved')
    return [{ name: text.share, to: shareKitPath(slug), icon: Share2 }, ...toDonors, ...donations]
  return status === 'ended' ? toDonors : []
}
