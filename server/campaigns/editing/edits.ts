import type { CampaignEdit } from '#shared/campaign-edit.ts'

import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type {
  CampaignChange,
  ContentStore,
  StoredCampaign,
} from '../../providers/content/content.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { diffFields, needsReview } from '../lifecycle/campaign-fields.ts'
import type { Lifecycle, TransitionStep } from '../lifecycle/lifecycle.ts'
import {
  toCampaignChange,
  toProposal,
  toReviewedFields,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'
import { withCampaignSlot, type CampaignSlotDeps } from '../submission/campaign-slots.ts'
import type { EditHistory } from './edit-history.ts'
import {
  toEditedContent,
  toFormValues,
  type EditedContent,
  type EditedContentDeps,
} from './edited-content.ts'

export type Edits = ReturnType<typeof openEdits>

type EditsDeps = EditedContentDeps &
  Pick<CampaignSlotDeps, 'database' | 'now'> & {
    content: ContentStore
    lifecycle: Lifecycle
    changes: PendingChanges
    editHistory: EditHistory
    fingerprints: Fingerprints
  }
type Save = {
  campaign: StoredCampaign
  owner: User
  edited: EditedContent
  change: PendingChange | undefined
}

/** Edits by owners and their answers to reviewers. */
export function openEdits(deps: EditsDeps) {
  const { lifecycle, changes } = deps
  return {
    /** The wizard's fields, with the values of a pending change. */
    async getForm(campaign: StoredCampaign) {
      const current = withChange(campaign, await changes.find(campaign.id))
      const { title, status, bankAccount } = current
      return { title, status, accountNumberLast4: bankAccount.last4, values: toFormValues(current) }
    },

    async save(campaign: StoredCampaign, owner: User, edit: CampaignEdit): Promise<void> {
      const change = await changes.find(campaign.id)
      const current = withChange(campaign, change)
      const edited = await toEditedContent(deps, campaign, { edit, current }).catch(
        refuseIfUnavailable,
      )
      const toSteps = campaign.status === 'approved' ? saveApproved : saveUnpublished
      const save = async () =>
        lifecycle.transition(campaign, toSteps(deps, { campaign, owner, edited, change }))
      if (campaign.status !== 'rejected') return save()
      const slot = { ownerUid: owner.uid, campaignId: campaign.id }
      await withCampaignSlot(deps, slot, save)
    },

    /** Answers a reviewer's question about the pending change or, without one, about the campaign. */
    async answer(campaign: StoredCampaign, owner: User, reason: string): Promise<void> {
      const answer = { actorUid: owner.uid, reason }
      const change = await changes.find(campaign.id)
      await lifecycle.transition(
        campaign,
        change ? { event: 'change-answer', ...answer, change } : { event: 'answer', ...answer },
      )
    },
  }
}

function withChange(campaign: StoredCampaign, change: PendingChange | undefined): StoredCampaign {
  return change ? { ...campaign, ...toCampaignChange(change, campaign) } : campaign
}

/** Changes all fields at once. A rejected campaign is submitted again. */
function saveUnpublished(
  { fingerprints }: EditsDeps,
  { campaign, owner, edited }: Save,
): TransitionStep[] {
  const isRejected = campaign.status === 'rejected'
  if (!isRejected && diffFields(campaign, edited.content).length === 0) return []
  const { accountNumberSealed } = edited
  const fields: CampaignChange = {
    ...edited.content,
    ...(accountNumberSealed && { accountNumberSealed }),
  }
  return [
    {
      event: isRejected ? 'resubmit' : 'edit',
      actorUid: owner.uid,
      fields,
      record: (queries) => fingerprints.save(queries, { ...campaign, ...fields }),
    },
  ]
}

/** Changes unreviewed fields at once and records them publicly. Reviewed fields become a pending change. */
function saveApproved(deps: EditsDeps, save: Save): TransitionStep[] {
  const { campaign, edited, owner } = save
  const all = diffFields(campaign, edited.content)
  const changes = all.filter((change) => !needsReview(change))
  const steps = all.some(needsReview) ? propose(deps, save) : withdraw(save)
  if (changes.length === 0) return steps
  const fields = { ...edited.content, ...toReviewedFields(toProposal(campaign), edited.content) }
  return [
    {
      event: 'edit',
      actorUid: owner.uid,
      fields,
      record: async (queries) => {
        await deps.fingerprints.save(queries, { ...campaign, ...fields })
        await deps.editHistory.record(queries, campaign.id, { changes, at: deps.now() })
      },
    },
    ...steps,
  ]
}

function propose({ now }: EditsDeps, { campaign, owner, edited, change }: Save): TransitionStep[] {
  const isSameProposal =
    change && !diffFields(withChange(campaign, change), edited.content).some(needsReview)
  if (isSameProposal) return []
  const { content, accountNumberSealed } = edited
  const proposal = { proposed: toProposal(content), accountNumberSealed, at: now() }
  return [{ event: 'change-propose', actorUid: owner.uid, proposal }]
}

function withdraw({ owner, change }: Save): TransitionStep[] {
  return change ? [{ event: 'change-withdraw', actorUid: owner.uid, change }] : []
}

function refuseIfUnavailable(error: unknown): never {
  throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
}
