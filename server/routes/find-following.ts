import type { PublicCampaign } from '../moderation/campaign-subjects.ts'
import type { Actor } from '../policy/actor.ts'
import { isAllowed } from '../policy/rule.ts'
import * as may from '../policy/rules.ts'
import type { CampaignFollowers } from '../supporters/followers/campaign-followers.ts'

type Deps = { campaignFollowers: Pick<CampaignFollowers, 'isFollowing'> }

/** Null for who cannot follow with one tap. */
export async function findFollowing(
  { campaignFollowers }: Deps,
  actor: Actor,
  campaign: PublicCampaign,
): Promise<boolean | null> {
  if (actor.kind !== 'user' || !isAllowed(may.followCampaign, actor, campaign)) return null
  return campaignFollowers.isFollowing({ campaignId: campaign.id, email: actor.email })
}
