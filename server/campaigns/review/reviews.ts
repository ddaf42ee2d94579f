import { setTimeout as delay } from 'node:timers/promises'

import { bankNames } from '#shared/bank.ts'
import type { Kobo } from '#shared/money.ts'
import type { ReviewItem } from '#shared/review.ts'

import type { User } from '../../policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import { diffFields } from '../lifecycle/campaign-fields.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import { toCampaignChange, type PendingChanges } from '../lifecycle/pending-changes.ts'
import type { CampaignResponses } from '../views/campaign-response.ts'
import type { HistoryResponses } from '../views/history-response.ts'
import { findEndorsement } from './decisions.ts'
import { runReviewChecks, type ReviewCheckDeps } from './review-checks.ts'

export type Reviews = ReturnType<typeof openReviews>

type ReviewsDeps = ReviewCheckDeps & {
  responses: CampaignResponses
  history: CampaignHistory
  changes: PendingChanges
  historyResponses: HistoryResponses
  payments: Pick<Payments, 'listBanks'>
  twoReviewersAbove: Kobo
}

const maxListed = 50
const banksTimeoutMs = 1_000

/** The reviewers' queue (readings P3). */
export function openReviews(deps: ReviewsDeps) {
  const { content, changes, payments } = deps
  return {
    /** Pending campaigns and pending changes of approved campaigns, longest waiting first. */
    async listQueue(reviewer: User): Promise<ReviewItem[]> {
      const page = { limit: maxListed, order: 'oldest' } as const
      const [{ campaigns }, banks] = await Promise.all([
        content.listCampaigns({ status: 'pending' }, page),
        listBankNames(payments),
      ])
      const itemDeps = { ...deps, banks }
      const items = await Promise.all([
        ...campaigns.map((campaign) => toReviewItem(itemDeps, reviewer, { campaign })),
        ...(await changes.listPending(maxListed)).map(async (change) => {
          const before = await content.findCampaign(change.campaignId)
          if (!before) return undefined
          const campaign = { ...before, ...toCampaignChange(change, before) }
          return toReviewItem(itemDeps, reviewer, { campaign, before })
        }),
      ])
      return items
        .filter((item) => item !== undefined)
        .toSorted((one, other) => one.submittedAt.localeCompare(other.submittedAt))
        .slice(0, maxListed)
    },
  }
}

/** Empty after the timeout, because the queue is usable without the names of banks. */
async function listBankNames(payments: ReviewsDeps['payments']): Promise<Map<string, string>> {
  const timeout = delay(banksTimeoutMs, [], { ref: false })
  return bankNames(await Promise.race([payments.listBanks(), timeout]))
}

async function toReviewItem(
  deps: ReviewsDeps & { banks: Map<string, string> },
  reviewer: User,
  { campaign, before }: { campaign: StoredCampaign; before?: StoredCampaign },
): Promise<ReviewItem> {
  const records = await deps.history.list(campaign.id)
  const { transitions } = await deps.historyResponses.toHistory(before ?? campaign, reviewer)
  const { bankAccount, contact, goal } = campaign
  return {
    kind: before ? 'change' : 'campaign',
    campaign: await deps.responses.toDetail(campaign, reviewer),
    isContactPublic: contact.isPublic,
    version: records.length,
    submittedAt: (findSubmittedAt(records) ?? campaign.createdAt).toISOString(),
    accountNumberLast4: bankAccount.last4,
    bankCode: bankAccount.bankCode,
    bankName: deps.banks.get(bankAccount.bankCode) ?? null,
    needsSecondApproval: goal > deps.twoReviewersAbove,
    endorsedBy: findEndorsement(records) ? (transitions.at(-1)?.name ?? '') : null,
    transitions,
    changes: before ? diffFields(before, campaign) : [],
    checks: await runReviewChecks(deps, campaign),
  }
}

const submissionEvents: ReadonlySet<string> = new Set([
  'submit',
  'resubmit',
  'answer',
  'change-propose',
  'change-answer',
])

function findSubmittedAt(records: readonly TransitionRecord[]): Date | undefined {
  return records.findLast(({ event }) => submissionEvents.has(event))?.at
}
