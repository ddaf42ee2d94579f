import { brand } from '#shared/brand.ts'
import { invalid } from '#shared/text/invalid.ts'
import type { Kobo } from '#shared/money.ts'
import { reviewConflicts } from '#shared/moderation.ts'
import type { ImpersonationFinding, RejectionGround } from '#shared/review.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { countDocuments } from '../documents/document-rows.ts'
import { approvePayee } from '../../money/payouts/approved-payees.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { Reviewer } from '../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import type {
  Decision as LifecycleDecision,
  Lifecycle,
  TransitionStep,
} from '../lifecycle/lifecycle.ts'
import { campaignTransitions, findTransition } from '../lifecycle/transition-rules.ts'
import {
  toCampaignChange,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import { holdNewAccount, newAccountMs, type NewAccountDeps } from '../lifecycle/new-account.ts'
import type { Payees } from '../payee/payees.ts'
import { saveRejection } from '../similarity/comparisons.ts'
import type { ImpersonationChecks } from './impersonation-checks.ts'
import type { ReviewWarnings } from './review-checks.ts'
import {
  deleteScheduled,
  refuseWhileScheduled,
  type ScheduledDecision,
} from './scheduled-decision-rows.ts'
import { startStop } from '../../money/payouts/payout-stops.ts'

/** `version` is the length of the history that the reviewer saw. Approvals and rejections are refused after later changes. */
export type Decision = ScheduledDecision | { event: 'ask'; reason: string }

export type Decisions = ReturnType<typeof openDecisions>

type DecisionsDeps = NewAccountDeps & {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  lifecycle: Lifecycle
  changes: PendingChanges
  impersonationChecks: ImpersonationChecks
  reviewWarnings: ReviewWarnings
  conflicts: Conflicts
  payees: Pick<Payees, 'planApproval'>
  twoReviewersAbove: Kobo
  firstPayout: FirstPayout
}
type Approval = {
  campaign: StoredCampaign
  reviewer: Reviewer
  version: number
  reason: string
  findings: readonly ImpersonationFinding[]
  lacksReason: boolean
}

/** Reviewers' decisions (readings P3). Goals above `twoReviewersAbove` need two different reviewers. */
export function openDecisions(deps: DecisionsDeps) {
  const { lifecycle } = deps
  return {
    /** `scheduledId` is the scheduled decision that takes effect. Any other decision is refused while one is scheduled. */
    async decide(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      decision: Decision,
      scheduledId?: string,
    ): Promise<void> {
      const review = { campaign, reviewer, decision, scheduledId }
      await lifecycle.transition(campaign, await planDecision(deps, review))
    },

    /** Refuses what `decide` refuses, and writes only `record`. */
    async check(
      campaign: StoredCampaign,
      reviewer: Reviewer,
      decision: Decision,
      record: (queries: Transaction) => Promise<void>,
    ): Promise<void> {
      const plan = await planDecision(deps, { campaign, reviewer, decision })
      await lifecycle.check(campaign, plan, record)
    },
  }
}

type Review = {
  campaign: StoredCampaign
  reviewer: Reviewer
  decision: Decision
  scheduledId?: string | undefined
}

async function planDecision(
  deps: DecisionsDeps,
  { campaign, reviewer, decision, scheduledId }: Review,
): Promise<LifecycleDecision> {
  const change = await deps.changes.find(campaign.id)
  const isApproval = decision.event === 'approve'
  const findings = isApproval ? await deps.impersonationChecks.find(campaign, change) : []
  const lacksReason =
    isApproval && (await deps.reviewWarnings.lacksReason(campaign, change, decision.reason))
  const isChange = change !== undefined
  // Read before the transaction begins: a hosted store answers over the network.
  const owner = isChange ? await deps.content.findUserByUid(campaign.ownerUid) : undefined
  return {
    event: isChange ? `change-${decision.event}` : decision.event,
    async decide(queries, current) {
      await deps.conflicts.refuse(queries, reviewer, campaign, reviewConflicts)
      await refuseWhileScheduled(queries, campaign.id, scheduledId)
      const review = { campaign: current, reviewer, findings, lacksReason, change }
      const step = isApproval
        ? await planApproval(deps, queries, { ...review, ...decision })
        : await planRefusal(deps, queries, { ...review, decision })
      const applyPayee = isApproval && (await deps.payees.planApproval(queries, current, change))
      const record = async (transaction: Transaction) => {
        await recordRejection(deps, transaction, campaign, decision)
        if (applyPayee && !step.event.endsWith('endorse')) await applyPayee(transaction, deps.now())
        const approved = { campaign: current, reviewerUid: reviewer.uid, at: deps.now() }
        if (step.event === 'approve')
          await startFirstPayout(transaction, deps.firstPayout, approved)
        const after = { ...current, ...step.fields }
        const isNew = after.bankAccount.subAccountCode !== current.bankAccount.subAccountCode
        if (step.event === 'approve' || (step.event === 'change-approve' && isNew))
          await approvePayee(transaction, after, { by: reviewer.uid, at: deps.now() })
        if (step.event === 'change-approve')
          await holdNewAccount(deps, transaction, { campaign: current, owner, fields: step.fields })
        if (scheduledId !== undefined) await deleteScheduled(transaction, scheduledId)
      }
      return [{ ...step, record }]
    },
  }
}

function planApproval(
  deps: DecisionsDeps,
  queries: Queries,
  {
    change,
    reason = '',
    ...review
  }: Omit<Approval, 'reason'> & { change?: PendingChange | undefined; reason?: string | undefined },
): Promise<TransitionStep> {
  const approval = { ...review, reason }
  return change
    ? approveChange(deps, queries, { ...approval, change })
    : approveCampaign(deps, queries, approval)
}

/** The step of a rejection or a question. */
async function planRefusal(
  deps: DecisionsDeps,
  queries: Queries,
  {
    campaign,
    reviewer,
    change,
    decision,
  }: Pick<Approval, 'campaign' | 'reviewer'> & {
    change?: PendingChange | undefined
    decision: Exclude<Decision, { event: 'approve' }>
  },
): Promise<TransitionStep> {
  const { event } = decision
  if (!change && !findTransition(campaignTransitions, campaign.status, event))
    throw new Refused('already-reviewed')
  if (event === 'reject')
    refuseChanged(await deps.history.list(campaign.id, queries), decision.version)
  const step = { actorUid: reviewer.uid, reason: toReason(decision) }
  return change ? { ...step, event: `change-${event}`, change } : { ...step, event }
}

/** The reviewer decides on what was shown. */
function refuseChanged(records: readonly TransitionRecord[], version: number): void {
  if (records.length !== version) throw new Refused('campaign-changed')
}

async function recordRejection(
  { now }: DecisionsDeps,
  queries: Queries,
  campaign: StoredCampaign,
  decision: Decision,
): Promise<void> {
  if (decision.event !== 'reject') return
  await saveRejection(queries, campaign, { ground: decision.ground, at: now() })
}

async function approveCampaign(
  deps: DecisionsDeps,
  queries: Queries,
  approval: Approval,
): Promise<TransitionStep> {
  const { campaign, reviewer } = approval
  // An approval is for campaigns that wait for one.
  if (campaign.status !== 'pending') throw new Refused('already-reviewed')
  const event = await toApprovalEvent(deps, queries, approval)
  return { event, actorUid: reviewer.uid, ...toApprovalReason(approval) }
}

async function approveChange(
  deps: DecisionsDeps,
  queries: Queries,
  { change, ...approval }: Approval & { change: PendingChange },
): Promise<TransitionStep> {
  const { campaign, reviewer } = approval
  const fields = toCampaignChange(change)
  const after = { ...campaign, ...fields }
  const event = await toApprovalEvent(deps, queries, { ...approval, campaign: after })
  if (event === 'approve') refuseDuringHold(campaign, change, deps.now())
  const reason = toApprovalReason(approval)
  const step = { event: `change-${event}`, actorUid: reviewer.uid, change, ...reason } as const
  return event === 'endorse' ? step : { ...step, fields }
}

/** `endorse` for the first of two approvals. */
async function toApprovalEvent(
  deps: DecisionsDeps,
  queries: Queries,
  { campaign, reviewer, version, findings, lacksReason }: Approval,
): Promise<'approve' | 'endorse'> {
  const records = await deps.history.list(campaign.id, queries)
  refuseChanged(records, version)
  if (findings.length > 0 && (await countDocuments(queries, campaign.id)) === 0)
    throw new Refused('document-needed')
  if (lacksReason) throw fieldError('reason', invalid.approvalReason)
  if (campaign.goal <= deps.twoReviewersAbove && findings.length === 0) return 'approve'
  const endorsement = findEndorsement(records)
  if (endorsement?.actorUid === reviewer.uid) throw new Refused('second-reviewer-needed')
  return endorsement ? 'approve' : 'endorse'
}

function toApprovalReason({ reason }: Approval): { reason?: string } {
  return reason === '' ? {} : { reason }
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
  if (!isSameAccount && now.getTime() - at.getTime() < newAccountMs)
    throw new Refused('change-too-early')
}

const rejectionSentences: Record<RejectionGround, string> = {
  unclear: 'The campaign does not say clearly who needs help and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Photos or text in the campaign belong to someone else.',
  forbidden: `${brand} does not allow raising money for this.`,
  account: "The bank account doesn't match the beneficiary.",
  other: '',
}

/** What the owner reads: the sentence for the ground of a rejection, and the reviewer's own words. */
function toReason(
  decision:
    | { event: 'ask'; reason: string }
    | { event: 'reject'; ground: RejectionGround; reason: string },
): string {
  if (decision.event === 'ask') return decision.reason
  const paragraphs = [rejectionSentences[decision.ground], decision.reason]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

/** What the first payout waits for beside the confirmation of the payee, as the settings have it. */
type FirstPayout = { waitDays: number; needsReviewer: boolean }

type Approved = { campaign: StoredCampaign; reviewerUid: string; at: Date }

const dayMs = 86_400_000

/** Starts the stops of a campaign that has just been approved. */
async function startFirstPayout(
  queries: Transaction,
  { waitDays, needsReviewer }: FirstPayout,
  { campaign, reviewerUid, at }: Approved,
): Promise<void> {
  const { id: campaignId, bankAccount } = campaign
  const stop = { campaignId, subAccountCode: bankAccount.subAccountCode, at }
  const until = new Date(at.getTime() + waitDays * dayMs)
  if (waitDays > 0) await startStop(queries, { ...stop, kind: 'waiting-days', until })
  if (needsReviewer) await startStop(queries, { ...stop, kind: 'reviewer', askedBy: reviewerUid })
}
