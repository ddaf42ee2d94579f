import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignEvent, ChangeStatus, Doer } from '#shared/campaign-history.ts'

/** Where a campaign begins: in the wizard, where nobody but its owner knows of it. */
export type Stage = 'draft' | CampaignStatus

export type Step<From, To = From> = { from: From; event: CampaignEvent; to: To; by: Doer }

/** The whole course of a campaign. What is not in this table does not happen. */
export const campaignSteps: readonly Step<Stage, CampaignStatus>[] = [
  { from: 'draft', event: 'submit', to: 'pending', by: 'owner' },
  { from: 'pending', event: 'edit', to: 'pending', by: 'owner' },
  { from: 'pending', event: 'ask', to: 'information-requested', by: 'reviewer' },
  { from: 'information-requested', event: 'edit', to: 'information-requested', by: 'owner' },
  { from: 'information-requested', event: 'answer', to: 'pending', by: 'owner' },
  { from: 'information-requested', event: 'reject', to: 'rejected', by: 'reviewer' },
  // The first of two, where one person is not enough.
  { from: 'pending', event: 'endorse', to: 'pending', by: 'reviewer' },
  { from: 'pending', event: 'approve', to: 'approved', by: 'reviewer' },
  { from: 'pending', event: 'reject', to: 'rejected', by: 'reviewer' },
  { from: 'rejected', event: 'resubmit', to: 'pending', by: 'owner' },
  { from: 'approved', event: 'edit', to: 'approved', by: 'owner' },
  { from: 'approved', event: 'end', to: 'ended', by: 'owner' },
  { from: 'approved', event: 'expire', to: 'ended', by: 'clock' },
  { from: 'approved', event: 'cancel', to: 'cancelled', by: 'admin' },
  { from: 'ended', event: 'cancel', to: 'cancelled', by: 'admin' },
]

type ChangePlace = 'none' | ChangeStatus

/** The course of what an owner wants changed of an approved campaign, which stays as it is until the change is approved. */
export const changeSteps: readonly Step<ChangePlace>[] = [
  { from: 'none', event: 'change-propose', to: 'pending', by: 'owner' },
  { from: 'pending', event: 'change-propose', to: 'pending', by: 'owner' },
  { from: 'information-requested', event: 'change-propose', to: 'pending', by: 'owner' },
  { from: 'pending', event: 'change-ask', to: 'information-requested', by: 'reviewer' },
  { from: 'information-requested', event: 'change-answer', to: 'pending', by: 'owner' },
  { from: 'pending', event: 'change-endorse', to: 'pending', by: 'reviewer' },
  { from: 'pending', event: 'change-approve', to: 'none', by: 'reviewer' },
  { from: 'pending', event: 'change-reject', to: 'none', by: 'reviewer' },
  { from: 'information-requested', event: 'change-reject', to: 'none', by: 'reviewer' },
  { from: 'pending', event: 'change-withdraw', to: 'none', by: 'owner' },
  { from: 'information-requested', event: 'change-withdraw', to: 'none', by: 'owner' },
]

export function stepFrom<From, To>(
  steps: readonly Step<From, To>[],
  from: From,
  event: CampaignEvent,
): Step<From, To> | undefined {
  return steps.find((step) => step.from === from && step.event === event)
}

const doerOf = new Map<CampaignEvent, Doer>([
  ...[...campaignSteps, ...changeSteps].map(({ event, by }) => [event, by] as const),
  ['freeze', 'reviewer'],
  ['unfreeze', 'reviewer'],
])

export function doerOfEvent(event: CampaignEvent): Doer {
  return doerOf.get(event) ?? 'owner'
}
