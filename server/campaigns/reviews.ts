import type { Kobo } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import type { User } from '../policy/actor.ts'
import type { StoredCampaign } from '../providers/content/content.ts'
import type { CampaignAnswers } from './campaign-answer.ts'
import { differences } from './campaign-fields.ts'
import type { CampaignHistory, PastMove } from './campaign-history.ts'
import type { CampaignPasts } from './campaign-past.ts'
import { changedBy, type Changes } from './changes.ts'
import { endorsementIn } from './decisions.ts'
import { reviewChecks, type CheckParts } from './review-checks.ts'

export type Reviews = ReturnType<typeof openReviews>

type Parts = CheckParts & {
  answers: CampaignAnswers
  history: CampaignHistory
  changes: Changes
  pasts: CampaignPasts
  twoReviewersAbove: Kobo
}

const queueLength = 50

/** What lies on the reviewers' desk (readings P3). */
export function openReviews(parts: Parts) {
  const { content, changes } = parts
  return {
    /** What waits, longest first: campaigns that nobody can read yet, and changes of those that everybody can. */
    async queue(reviewer: User): Promise<ReviewItem[]> {
      const page = { limit: queueLength, order: 'oldest' } as const
      const { campaigns } = await content.listCampaigns({ status: 'pending' }, page)
      const items = await Promise.all([
        ...campaigns.map((campaign) => itemOf(parts, reviewer, { campaign })),
        ...(await changes.waiting(queueLength)).map(async (change) => {
          const before = await content.findCampaign(change.campaignId)
          if (!before) return undefined
          const campaign = { ...before, ...changedBy(change, before) }
          return itemOf(parts, reviewer, { campaign, before })
        }),
      ])
      return items
        .filter((item) => item !== undefined)
        .toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt))
        .slice(0, queueLength)
    },
  }
}

async function itemOf(
  parts: Parts,
  reviewer: User,
  { campaign, before }: { campaign: StoredCampaign; before?: StoredCampaign },
): Promise<ReviewItem> {
  const past = await parts.history.list(campaign.id)
  const first = endorsementIn(past)
  const { moves } = await parts.pasts.of(before ?? campaign, reviewer)
  const { bankAccount, goal } = campaign
  return {
    kind: before ? 'change' : 'campaign',
    campaign: await parts.answers.detailOf(campaign, reviewer),
    version: past.length,
    submittedAt: (waitingSince(past) ?? campaign.createdAt).toISOString(),
    accountNumberLast4: bankAccount.last4,
    bankCode: bankAccount.bankCode,
    needsTwo: goal > parts.twoReviewersAbove,
    endorsedBy: first ? (moves.at(-1)?.name ?? '') : null,
    moves,
    changed: before ? differences(before, campaign) : [],
    checks: await reviewChecks(parts, campaign),
  }
}

const arrivals: ReadonlySet<string> = new Set([
  'submit',
  'resubmit',
  'answer',
  'change-propose',
  'change-answer',
])

function waitingSince(past: readonly PastMove[]): Date | undefined {
  return past.findLast(({ event }) => arrivals.has(event))?.at
}
