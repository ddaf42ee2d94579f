import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import { courseMail } from './lifecycle-mail.ts'
import type { Outbox } from '../../mail/mail.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory } from './campaign-history.ts'
import type { Changes, OpenChange } from './pending-changes.ts'
import { campaignSteps, doerOfEvent, stepFrom } from './lifecycle.ts'

export type Course = ReturnType<typeof campaignCourse>

type Parts = {
  content: ContentStore
  history: CampaignHistory
  changes: Changes
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

/** Who does it, and in which words. */
export type Doing = { event: CampaignEvent; actorUid: string; reason?: string }

/** Who has no account: the calendar. */
export const clockUid = 'clock'

/** Goes the steps of the table, one at a time: the step, its line in the history and the owner's mail are written together or not at all. */
export function campaignCourse(parts: Parts) {
  const { content, history, changes, now } = parts

  async function note(queries: Queries, campaign: StoredCampaign, move: Doing & Pair) {
    await history.record(queries, { campaignId: campaign.id, ...move, at: now() })
    await tellOwner(parts, queries, { campaign, ...move })
  }

  return {
    /** Out of the wizard: what is stored as pending is with the reviewers. */
    begin: (queries: Queries, campaign: StoredCampaign) =>
      note(queries, campaign, {
        event: 'submit',
        actorUid: campaign.ownerUid,
        from: null,
        to: 'pending',
      }),

    /** Refuses where the campaign is not, or not any more, where the step begins. */
    async take(queries: Queries, campaign: StoredCampaign, doing: Doing): Promise<void> {
      const step = stepFrom(campaignSteps, campaign.status, doing.event)
      const { status: from } = campaign
      if (!step || !(await content.setCampaignStatus(campaign.id, { from, to: step.to }, queries)))
        throw tooLate(doing.event)
      if (step.to !== 'approved') await changes.drop(queries, campaign.id)
      await note(queries, campaign, { ...doing, from, to: step.to })
    },

    /** The same for a change that waits for a reviewer. The campaign stays where it is. */
    async takeChange(
      queries: Queries,
      { campaign, change }: { campaign: StoredCampaign; change: OpenChange },
      doing: Doing,
    ): Promise<void> {
      await stay(queries, campaign, doing.event)
      if (!(await changes.take(queries, change, doing.event))) throw tooLate(doing.event)
      await note(queries, campaign, { ...doing, from: campaign.status, to: campaign.status })
    },

    async propose(
      queries: Queries,
      campaign: StoredCampaign,
      { change, ...doing }: Omit<Doing, 'event'> & { change: Parameters<Changes['propose']>[2] },
    ): Promise<void> {
      const event = 'change-propose'
      await stay(queries, campaign, event)
      await changes.propose(queries, campaign.id, change)
      await note(queries, campaign, { ...doing, event, from: campaign.status, to: campaign.status })
    },
  }

  /** Nobody ends the campaign meanwhile, where its row can be held. */
  async function stay(queries: Queries, { id, status }: StoredCampaign, event: CampaignEvent) {
    if (
      status !== 'approved' ||
      !(await content.setCampaignStatus(id, { from: status, to: status }, queries))
    )
      throw tooLate(event)
  }
}

type Pair = { from: CampaignStatus | null; to: CampaignStatus }

function tooLate(event: CampaignEvent): Refused {
  return new Refused(doerOfEvent(event) === 'reviewer' ? 'already-reviewed' : 'campaign-moved-on')
}

async function tellOwner(
  { content, outbox, publicUrl }: Parts,
  queries: Queries,
  { campaign, event, reason }: Doing & { campaign: StoredCampaign },
): Promise<void> {
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) return
  const { id, slug, title } = campaign
  const path = event === 'approve' ? `/c/${slug}` : `/dashboard/campaign/${id}`
  const url = new URL(path, publicUrl).href
  const mail = courseMail(owner.email, event, { title, url, reason: reason ?? '' })
  if (mail) await outbox.enqueue(queries, mail)
}
