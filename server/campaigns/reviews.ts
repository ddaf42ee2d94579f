import type { ReviewItem } from '#shared/review.ts'

import type { Database } from '../database/database.ts'
import { Refused } from '../http.ts'
import type { Outbox } from '../mail/mail.ts'
import { approvedMail, rejectedMail } from '../mail/review-mail.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'
import type { CampaignAnswers } from './campaign-answer.ts'
import type { CampaignHistory } from './campaign-history.ts'

export type Decision = { to: 'approved' } | { to: 'rejected'; reason: string }

export type Reviews = ReturnType<typeof openReviews>

const queueLength = 100

/** The reviewers' desk (readings P3). */
export function openReviews(parts: {
  database: Database
  content: ContentStore
  answers: CampaignAnswers
  history: CampaignHistory
  outbox: Outbox
  publicUrl: string
  now: () => Date
}) {
  const { content } = parts
  return {
    /** What waits, longest first. */
    async queue(reviewer: User): Promise<ReviewItem[]> {
      const page = { limit: queueLength, order: 'oldest' } as const
      const { campaigns } = await content.listCampaigns({ status: 'pending' }, page)
      return Promise.all(campaigns.map((campaign) => itemOf(campaign, reviewer)))
    },

    /** One decision per campaign, nobody's on their own. The owner's mail is written with it or not at all. */
    async decide(campaign: StoredCampaign, reviewer: User, decision: Decision): Promise<void> {
      if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
      const owner = await content.findUserByUid(campaign.ownerUid)
      const move = { from: 'pending', to: decision.to } as const
      await parts.database.transaction(async (queries) => {
        if (!(await content.setCampaignStatus(campaign.id, move, queries)))
          throw new Refused('already-reviewed')
        const at = parts.now()
        const { id: campaignId } = campaign
        const reason = decision.to === 'rejected' && { reason: decision.reason }
        const event = decision.to === 'approved' ? 'approve' : 'reject'
        const entry = { campaignId, event, ...move, actorUid: reviewer.uid, ...reason, at } as const
        await parts.history.record(queries, entry)
        if (owner)
          await parts.outbox.enqueue(queries, mailOf(decision, { campaign, to: owner.email }))
      })
    },
  }

  async function itemOf(campaign: StoredCampaign, reviewer: User): Promise<ReviewItem> {
    const owner = await content.findUserByUid(campaign.ownerUid)
    return {
      campaign: await parts.answers.detailOf(campaign, reviewer),
      submittedAt: campaign.createdAt.toISOString(),
      ownerEmailVerified: owner?.emailVerified ?? false,
      accountNumberLast4: campaign.bankAccount.last4,
      bankCode: campaign.bankAccount.bankCode,
    }
  }

  function mailOf(decision: Decision, news: { campaign: StoredCampaign; to: string }) {
    const { title, slug, id } = news.campaign
    if (decision.to === 'approved')
      return approvedMail(news.to, { title, url: new URL(`/c/${slug}`, parts.publicUrl).href })
    const url = new URL(`/dashboard/campaign/${id}`, parts.publicUrl).href
    return rejectedMail(news.to, { title, reason: decision.reason, url })
  }
}
