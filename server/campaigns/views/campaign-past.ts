import type { CampaignPast } from '#shared/campaign-history.ts'

import type { User } from '../../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory, PastMove } from '../lifecycle/campaign-history.ts'
import { differences } from '../lifecycle/campaign-fields.ts'
import { changedBy, type Changes } from '../lifecycle/pending-changes.ts'
import { doerOfEvent } from '../lifecycle/lifecycle.ts'

export type CampaignPasts = ReturnType<typeof campaignPasts>

type Parts = {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  changes: Changes
}

/** What was done with a campaign, as its owner and reviewers may read it. */
export function campaignPasts({ content, history, changes }: Parts) {
  return {
    async of(campaign: StoredCampaign, reader: User): Promise<CampaignPast> {
      const [past, change] = await Promise.all([
        history.list(campaign.id),
        changes.find(campaign.id),
      ])
      // A reviewer answers to the platform, not to whom they refused: owners read that it was a reviewer.
      const isOwner = reader.uid === campaign.ownerUid
      const names = isOwner ? new Map<string, string>() : await namesIn(past)
      return {
        moves: past.map(({ event, actorUid, reason, at }) => ({
          event,
          by: doerOfEvent(event),
          name: names.get(actorUid) ?? null,
          reason,
          at: at.toISOString(),
        })),
        change: change
          ? {
              status: change.status,
              fields: fieldsOf(campaign, { ...campaign, ...changedBy(change, campaign) }),
              at: change.at.toISOString(),
            }
          : null,
      }
    },
  }

  async function namesIn(past: readonly PastMove[]) {
    const uids = [...new Set(past.map(({ actorUid }) => actorUid))]
    const people = await Promise.all(uids.map((uid) => content.findUserByUid(uid)))
    return new Map(
      people
        .filter((person) => person !== undefined)
        .map(({ uid, firstname, lastname }) => [uid, `${firstname} ${lastname}`]),
    )
  }
}

function fieldsOf(before: StoredCampaign, after: StoredCampaign) {
  return differences(before, after).map(({ field }) => field)
}
