import type { LiveEdit, LiveEdits as LiveEditList } from '#shared/campaign-version.ts'
import { reviewConflicts } from '#shared/moderation.ts'

import type { Queries } from '../../platform/database/database.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import { waitsFrom } from '../versions/edit-score.ts'
import type { Versions } from '../versions/versions.ts'

export type LiveEdits = ReturnType<typeof openLiveEdits>

type LiveEditsDeps = {
  content: ContentStore
  versions: Versions
  database: Queries
  lifecycle: Lifecycle
  conflicts: Conflicts
  now: () => Date
}

const maxListed = 50

/** Edits of public campaigns that went live without review and that a reviewer must check. */
export function openLiveEdits(deps: LiveEditsDeps) {
  const { database, content, versions, lifecycle, conflicts, now } = deps
  const toLiveEdit = async ({
    campaignId,
    at,
  }: {
    campaignId: string
    at: Date
  }): Promise<LiveEdit | undefined> => {
    const [campaign, latest, reviewed] = await Promise.all([
      content.findCampaign(campaignId),
      versions.findLatest(campaignId),
      versions.findReviewed(campaignId),
    ])
    if (!campaign || !latest || !reviewed) return undefined
    const { id, slug, title } = campaign
    return {
      campaign: { id, slug, title },
      number: latest.number,
      score: latest.score,
      at: at.toISOString(),
      before: reviewed.content,
      after: latest.content,
    }
  }

  return {
    async list(): Promise<LiveEditList> {
      const { rows, total } = await versions.listOpen(maxListed)
      const edits = await Promise.all(rows.map(toLiveEdit))
      return { total, threshold: waitsFrom, edits: edits.filter((edit) => edit !== undefined) }
    },

    /** The edits up to the version are fine. Later edits are compared with it. */
    async accept(campaign: StoredCampaign, reviewer: User, number: number): Promise<void> {
      await conflicts.refuse(database, reviewer, campaign, reviewConflicts)
      if (!(await versions.accept(campaign.id, number, { uid: reviewer.uid, at: now() })))
        throw new Refused('campaign-changed')
    },

    /** Restores the version that a reviewer last approved. The owner is mailed the reason. */
    async takeBack(
      campaign: StoredCampaign,
      reviewer: User,
      { number, reason }: { number: number; reason: string },
    ): Promise<void> {
      await lifecycle.transition(campaign, {
        event: 'take-back',
        decide: async (queries) => {
          await conflicts.refuse(queries, reviewer, campaign, reviewConflicts)
          const [latest, reviewed] = [
            await versions.findLatest(campaign.id, queries),
            await versions.findReviewed(campaign.id, queries),
          ]
          const isNewest = latest?.number === number && reviewed && reviewed.number < number
          if (!isNewest) throw new Refused('campaign-changed')
          const { beneficiary: _contactName, ...fields } = reviewed.content
          return [{ event: 'take-back', actorUid: reviewer.uid, reason, fields }]
        },
      })
    },
  }
}
