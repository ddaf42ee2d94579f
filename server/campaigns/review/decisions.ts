import type { Kobo } from '#shared/money.ts'
import type { RejectionGround } from '#shared/review.ts'

import type { Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { EditHistory } from '../editing/edit-history.ts'
import { diffFields } from '../lifecycle/campaign-fields.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import type { Lifecycle, TransitionStep } from '../lifecycle/lifecycle.ts'
import {
  toCampaignChange,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'

/** `version` is the length of the history that the reviewer saw. An approval is refused after later changes. */
export type Decision =
  | { event: 'approve'; version: number }
  | { event: 'ask'; reason: string }
  | { event: 'reject'; ground: RejectionGround; reason: string }

export type Decisions = ReturnType<typeof openDecisions>

type DecisionsDeps = {
  history: CampaignHistory
  lifecycle: Lifecycle
  changes: PendingChanges
  editHistory: EditHistory
  fingerprints: Fingerprints
  twoReviewersAbove: Kobo
  now: () => Date
}
type Approval = { campaign: StoredCampaign; reviewer: User; version: number }

/** A new bank account is approved no earlier, so that the owner of a stolen session can react to the mail. */
const bankAccountHoldMs = 72 * 3_600_000

const rejectionSentences: Record<RejectionGround, string> = {
  unclear: 'The campaign does not say clearly who needs help and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Photos or text in the campaign belong to someone else.',
  forbidden: 'Ajo does not allow raising money for this.',
  account: "The bank account doesn't match the beneficiary.",
  other: '',
}

/** Reviewers' decisions (readings P3). Goals above `twoReviewersAbove` need two different reviewers. */
export function openDecisions(deps: DecisionsDeps) {
  const { lifecycle, changes } = deps
  return {
    async decide(campaign: StoredCampaign, reviewer: User, decision: Decision): Promise<void> {
      if (campaign.ownerUid === reviewer.uid) throw new Refused('own-campaign')
      const change = await changes.find(campaign.id)
      if (decision.event !== 'approve') {
        const { event } = decision
        const step = { actorUid: reviewer.uid, reason: toReason(decision) }
        return lifecycle.transition(
          campaign,
          change ? { ...step, event: `change-${event}`, change } : { ...step, event },
        )
      }
      const review = { campaign, reviewer, version: decision.version }
      await lifecycle.transition(campaign, {
        event: 'approve',
        decide: async (queries) => [
          change
            ? await approveChange(deps, queries, { ...review, change })
            : await approveCampaign(deps, queries, review),
        ],
      })
    },
  }
}

/** What the owner reads: the sentence for the ground of a rejection, and the reviewer's own words. */
function toReason(decision: Exclude<Decision, { event: 'approve' }>): string {
  if (decision.event === 'ask') return decision.reason
  const paragraphs = [rejectionSentences[decision.ground], decision.reason]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

async function approveCampaign(
  deps: DecisionsDeps,
  queries: Queries,
  approval: Approval,
): Promise<TransitionStep> {
  const { campaign, reviewer } = approval
  // An approval is for campaigns that wait for one.
  if (campaign.status !== 'pending') throw new Refused('already-reviewed')
  return { event: await toApprovalEvent(deps, queries, approval), actorUid: reviewer.uid }
}

async function approveChange(
  deps: DecisionsDeps,
  queries: Queries,
  { change, ...approval }: Approval & { change: PendingChange },
): Promise<TransitionStep> {
  const { campaign, reviewer } = approval
  const fields = toCampaignChange(change, campaign)
  const after = { ...campaign, ...fields }
  const event = await toApprovalEvent(deps, queries, { ...approval, campaign: after })
  if (event === 'approve') refuseDuringHold(campaign, change, deps.now())
  const step = { event: `change-${event}`, actorUid: reviewer.uid, change } as const
  if (event === 'endorse') return step
  return {
    ...step,
    fields,
    record: async (transaction) => {
      await deps.fingerprints.save(transaction, after)
      const changes = diffFields(campaign, after)
      await deps.editHistory.record(transaction, campaign.id, { changes, at: deps.now() })
    },
  }
}

/** `endorse` for the first of two approvals. */
async function toApprovalEvent(
  { history, twoReviewersAbove }: DecisionsDeps,
  queries: Queries,
  { campaign, reviewer, version }: Approval,
): Promise<'approve' | 'endorse'> {
  const records = await history.list(campaign.id, queries)
  if (records.length !== version) throw new Refused('campaign-changed')
  if (campaign.goal <= twoReviewersAbove) return 'approve'
  const endorsement = findEndorsement(records)
  if (endorsement?.actorUid === reviewer.uid) throw new Refused('second-reviewer-needed')
  return endorsement ? 'approve' : 'endorse'
}

/** Any later event voids an endorsement, so that both reviewers approve the same content. */
export function findEndorsement(
  records: readonly TransitionRecord[],
): TransitionRecord | undefined {
  const latest = records.at(-1)
  return latest?.event === 'endorse' || latest?.event === 'change-endorse' ? latest : undefined
}

function refuseDuringHold(campaign: StoredCampaign, { proposed, at }: PendingChange, now: Date) {
  const isSameAccount = proposed.bankAccount.subAccountCode === campaign.bankAccount.subAccountCode
  if (!isSameAccount && now.getTime() - at.getTime() < bankAccountHoldMs)
    throw new Refused('change-too-early')
}
