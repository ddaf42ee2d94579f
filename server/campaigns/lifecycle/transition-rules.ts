import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignEvent, ChangeStatus, TransitionActor } from '#shared/campaign-history.ts'

/** A campaign is a draft until its owner submits the wizard. */
export type CampaignStage = 'draft' | CampaignStatus

export type TransitionRule<From, To = From> = {
  from: From
  event: CampaignEvent
  to: To
  actor: TransitionActor
}

const editedStatuses = ['pending', 'information-requested', 'rejected'] as const

/** All transitions of a campaign. Others are refused. */
export const campaignTransitions: readonly TransitionRule<CampaignStage, CampaignStatus>[] = [
  { from: 'draft', event: 'submit', to: 'pending', actor: 'owner' },
  { from: 'pending', event: 'edit', to: 'pending', actor: 'owner' },
  { from: 'pending', event: 'ask', to: 'information-requested', actor: 'reviewer' },
  { from: 'information-requested', event: 'edit', to: 'information-requested', actor: 'owner' },
  { from: 'information-requested', event: 'answer', to: 'pending', actor: 'owner' },
  { from: 'information-requested', event: 'reject', to: 'rejected', actor: 'reviewer' },
  // The first of two approvals.
  { from: 'pending', event: 'endorse', to: 'pending', actor: 'reviewer' },
  { from: 'pending', event: 'approve', to: 'approved', actor: 'reviewer' },
  { from: 'pending', event: 'reject', to: 'rejected', actor: 'reviewer' },
  { from: 'rejected', event: 'resubmit', to: 'pending', actor: 'owner' },
  { from: 'approved', event: 'edit', to: 'approved', actor: 'owner' },
  // A reviewer restores the version that was last approved.
  ...stays('take-back', 'reviewer', ['approved', 'ended', 'cancelled']),
  { from: 'approved', event: 'end', to: 'ended', actor: 'owner' },
  { from: 'approved', event: 'expire', to: 'ended', actor: 'system' },
  { from: 'approved', event: 'cancel', to: 'cancelled', actor: 'admin' },
  { from: 'ended', event: 'cancel', to: 'cancelled', actor: 'admin' },
  ...stays('document-add', 'owner', [...editedStatuses, 'approved', 'ended']),
  // Documents of approved campaigns stay, because the approval relied on them.
  ...stays('document-remove', 'owner', editedStatuses),
  { from: 'approved', event: 'takedown', to: 'taken-down', actor: 'reviewer' },
  { from: 'ended', event: 'takedown', to: 'taken-down', actor: 'reviewer' },
  { from: 'cancelled', event: 'takedown', to: 'taken-down', actor: 'reviewer' },
  // Every donation is refunded, and the campaign stays hidden.
  { from: 'taken-down', event: 'cancel', to: 'taken-down', actor: 'admin' },
  { from: 'taken-down', event: 'restore', to: 'approved', actor: 'reviewer' },
  { from: 'taken-down', event: 'restore-ended', to: 'ended', actor: 'reviewer' },
  { from: 'taken-down', event: 'restore-cancelled', to: 'cancelled', actor: 'reviewer' },
  { from: 'rejected', event: 'appeal-overturn', to: 'pending', actor: 'reviewer' },
]

/** Events that leave the campaign in its status. */
function stays(event: CampaignEvent, actor: TransitionActor, statuses: readonly CampaignStatus[]) {
  return statuses.map((status) => ({ from: status, event, to: status, actor }))
}

type ChangeStage = 'none' | ChangeStatus

/** All transitions of a pending change. The approved campaign keeps its status. */
export const changeTransitions: readonly TransitionRule<ChangeStage>[] = [
  { from: 'none', event: 'change-propose', to: 'pending', actor: 'owner' },
  { from: 'pending', event: 'change-propose', to: 'pending', actor: 'owner' },
  { from: 'information-requested', event: 'change-propose', to: 'pending', actor: 'owner' },
  { from: 'pending', event: 'change-ask', to: 'information-requested', actor: 'reviewer' },
  { from: 'information-requested', event: 'change-answer', to: 'pending', actor: 'owner' },
  { from: 'pending', event: 'change-endorse', to: 'pending', actor: 'reviewer' },
  { from: 'pending', event: 'change-approve', to: 'none', actor: 'reviewer' },
  { from: 'pending', event: 'change-reject', to: 'none', actor: 'reviewer' },
  { from: 'information-requested', event: 'change-reject', to: 'none', actor: 'reviewer' },
  { from: 'pending', event: 'change-withdraw', to: 'none', actor: 'owner' },
  { from: 'information-requested', event: 'change-withdraw', to: 'none', actor: 'owner' },
]

export function findTransition<From, To>(
  rules: readonly TransitionRule<From, To>[],
  from: From,
  event: CampaignEvent,
): TransitionRule<From, To> | undefined {
  return rules.find((rule) => rule.from === from && rule.event === event)
}

const actorByEvent = new Map<CampaignEvent, TransitionActor>([
  ...[...campaignTransitions, ...changeTransitions].map(
    ({ event, actor }) => [event, actor] as const,
  ),
  ['freeze', 'reviewer'],
  ['unfreeze-ask', 'reviewer'],
  ['unfreeze', 'reviewer'],
  ['payee-change', 'owner'],
  ['payee-confirm', 'payee'],
  ['payee-decline', 'payee'],
  ['payee-withdraw', 'payee'],
  ['appeal', 'owner'],
  ['appeal-uphold', 'reviewer'],
])

export function getTransitionActor(event: CampaignEvent): TransitionActor {
  return actorByEvent.get(event) ?? 'owner'
}
