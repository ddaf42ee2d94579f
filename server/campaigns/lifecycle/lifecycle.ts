import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { Outbox } from '../../mail/mail.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignHistory } from './campaign-history.ts'
import { lifecycleMail } from './lifecycle-mail.ts'
import type { NewChange, PendingChange, PendingChanges } from './pending-changes.ts'
import { campaignTransitions, findTransition, getTransitionActor } from './transition-rules.ts'

export type Lifecycle = ReturnType<typeof openLifecycle>

type LifecycleDeps = {
  content: ContentStore
  history: CampaignHistory
  changes: PendingChanges
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

export type TransitionRequest = { event: CampaignEvent; actorUid: string; reason?: string }
type Statuses = { from: CampaignStatus | null; to: CampaignStatus }

/** Actor of transitions that a scheduled job makes. */
export const systemActorUid = 'system'

/** Makes the transitions of transition-rules.ts. Status, history entry and mail are written in the caller's transaction. */
export function openLifecycle(deps: LifecycleDeps) {
  const { content, changes } = deps

  return {
    /** Records the submission of a campaign that was stored as pending. */
    recordSubmission: (queries: Queries, campaign: StoredCampaign) =>
      record(deps, queries, {
        campaign,
        event: 'submit',
        actorUid: campaign.ownerUid,
        from: null,
        to: 'pending',
      }),

    /** Refuses when the campaign's status has changed or the rules have no such transition. */
    async transition(
      queries: Queries,
      campaign: StoredCampaign,
      request: TransitionRequest,
    ): Promise<void> {
      const { status: from } = campaign
      const rule = findTransition(campaignTransitions, from, request.event)
      if (!rule || !(await content.setCampaignStatus(campaign.id, { from, to: rule.to }, queries)))
        throw conflict(request.event)
      if (rule.to !== 'approved') await changes.delete(queries, campaign.id)
      await record(deps, queries, { campaign, ...request, from, to: rule.to })
    },

    /** Makes a transition of the pending change. The campaign keeps its status. */
    async transitionChange(
      queries: Queries,
      { campaign, change }: { campaign: StoredCampaign; change: PendingChange },
      request: TransitionRequest,
    ): Promise<void> {
      await lockApproved(content, queries, { campaign, event: request.event })
      if (!(await changes.transition(queries, change, request.event))) throw conflict(request.event)
      const { status } = campaign
      await record(deps, queries, { campaign, ...request, from: status, to: status })
    },

    async proposeChange(
      queries: Queries,
      campaign: StoredCampaign,
      { change, actorUid }: { change: NewChange; actorUid: string },
    ): Promise<void> {
      const event = 'change-propose'
      await lockApproved(content, queries, { campaign, event })
      await changes.propose(queries, campaign.id, change)
      const { status } = campaign
      await record(deps, queries, { campaign, event, actorUid, from: status, to: status })
    },
  }
}

async function record(
  deps: LifecycleDeps,
  queries: Queries,
  { campaign, ...transition }: TransitionRequest & Statuses & { campaign: StoredCampaign },
): Promise<void> {
  const { history, now } = deps
  await history.record(queries, { campaignId: campaign.id, ...transition, at: now() })
  await notifyOwner(deps, queries, { campaign, ...transition })
}

/** Locks the row in the embedded store, so that the campaign stays approved until the transaction ends. */
async function lockApproved(
  content: ContentStore,
  queries: Queries,
  { campaign: { id, status }, event }: { campaign: StoredCampaign; event: CampaignEvent },
): Promise<void> {
  const isLocked =
    status === 'approved' &&
    (await content.setCampaignStatus(id, { from: status, to: status }, queries))
  if (!isLocked) throw conflict(event)
}

function conflict(event: CampaignEvent): Refused {
  return new Refused(
    getTransitionActor(event) === 'reviewer' ? 'already-reviewed' : 'campaign-status-changed',
  )
}

async function notifyOwner(
  { content, outbox, publicUrl }: LifecycleDeps,
  queries: Queries,
  { campaign, event, reason }: TransitionRequest & { campaign: StoredCampaign },
): Promise<void> {
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) return
  const { id, slug, title } = campaign
  const path = event === 'approve' ? `/c/${slug}` : `/dashboard/campaign/${id}`
  const url = new URL(path, publicUrl).href
  const mail = lifecycleMail(owner.email, event, { title, url, reason: reason ?? '' })
  if (mail) await outbox.enqueue(queries, mail)
}
