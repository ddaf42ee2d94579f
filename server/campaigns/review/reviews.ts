import { setTimeout as pause } from 'node:timers/promises'

import { bankNames } from '#shared/bank.ts'
import type { Kobo } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import type { User } from '../../policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { CampaignAnswers } from '../views/campaign-response.ts'
import { differences } from '../lifecycle/campaign-fields.ts'
import type { CampaignHistory, PastMove } from '../lifecycle/campaign-history.ts'
import type { CampaignPasts } from '../views/campaign-past.ts'
import { changedBy, type Changes } from '../lifecycle/pending-changes.ts'
import { endorsementIn } from './decisions.ts'
import { reviewChecks, type CheckParts } from './review-checks.ts'

export type Reviews = ReturnType<typeof openReviews>

type Parts = CheckParts & {
  answers: CampaignAnswers
  history: CampaignHistory
  changes: Changes
  pasts: CampaignPasts
  payments: Pick<Payments, 'listBanks'>
  twoReviewersAbove: Kobo
}

const queueLength = 50
/** The desk works without the names of banks. */
const bankPatienceMs = 1_000

/** What lies on the reviewers' desk (readings P3). */
export function openReviews(parts: Parts) {
  const { content, changes, payments } = parts
  return {
    /** What waits, longest first: campaigns that nobody can read yet, and changes of those that everybody can. */
    async queue(reviewer: User): Promise<ReviewItem[]> {
      const page = { limit: queueLength, order: 'oldest' } as const
      const [{ campaigns }, banks] = await Promise.all([
        content.listCampaigns({ status: 'pending' }, page),
        banksInTime(payments),
      ])
      const desk = { ...parts, banks }
      const items = await Promise.all([
        ...campaigns.map((campaign) => itemOf(desk, reviewer, { campaign })),
        ...(await changes.waiting(queueLength)).map(async (change) => {
          const before = await content.findCampaign(change.campaignId)
          if (!before) return undefined
          const campaign = { ...before, ...changedBy(change, before) }
          return itemOf(desk, reviewer, { campaign, before })
        }),
      ])
      return items
        .filter((item) => item !== undefined)
        .toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt))
        .slice(0, queueLength)
    },
  }
}

async function banksInTime(payments: Parts['payments']): Promise<Map<string, string>> {
  const late = pause(bankPatienceMs, [], { ref: false })
  return bankNames(await Promise.race([payments.listBanks(), late]))
}

async function itemOf(
  parts: Parts & { banks: Map<string, string> },
  reviewer: User,
  { campaign, before }: { campaign: StoredCampaign; before?: StoredCampaign },
): Promise<ReviewItem> {
  const past = await parts.history.list(campaign.id)
  const first = endorsementIn(past)
  const { moves } = await parts.pasts.of(before ?? campaign, reviewer)
  const { bankAccount, contact, goal } = campaign
  return {
    kind: before ? 'change' : 'campaign',
    campaign: await parts.answers.detailOf(campaign, reviewer),
    isContactPublic: contact.isPublic,
    version: past.length,
    submittedAt: (waitingSince(past) ?? campaign.createdAt).toISOString(),
    accountNumberLast4: bankAccount.last4,
    bankCode: bankAccount.bankCode,
    bankName: parts.banks.get(bankAccount.bankCode) ?? null,
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
