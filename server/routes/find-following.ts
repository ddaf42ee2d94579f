import type { PublicCampaign } from '../staff/moderation/campaign-subjects.ts'
import type { Actor } from '../platform/policy/actor.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { CampaignFollowers } from '../people/supporters/followers.ts'

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
